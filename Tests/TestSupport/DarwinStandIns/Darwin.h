// As much of the C library of Apple's systems as the rooms use, for systems that do not have its headers. Names, types,
// members and values are those of the manual pages of macOS, sections 2 and 3. What it leaves out stands in README.md.
#pragma once
#include <stdarg.h>
#include <stddef.h>

// Types, as stdint.h and sys/types.h have them on a 64-bit system.
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef int32_t dev_t;
typedef uint32_t gid_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int64_t off_t;
typedef int32_t pid_t;
typedef uint32_t sigset_t;
typedef long ssize_t;
typedef long time_t;
typedef uint32_t uid_t;
typedef unsigned int nfds_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; int32_t tv_usec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char *tm_zone; };

// Errors.
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define E2BIG 7
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EDQUOT 69
#define EILSEQ 92
extern int *__error(void);

// Text and memory.
size_t strlen(const char *);
char *strdup(const char *);
char *strerror(int);
void *memchr(const void *, int, size_t);
double strtod(const char *, char **);
void free(void *);
int fnmatch(const char *, const char *, int);
#define FNM_PERIOD 4

// Mathematics.
double acos(double), acosh(double), asin(double), asinh(double), atan(double), atanh(double), cbrt(double);
double ceil(double), cos(double), cosh(double), erf(double), erfc(double), exp(double), exp2(double), expm1(double);
double fabs(double), floor(double), lgamma(double), log(double), log10(double), log1p(double), log2(double);
double logb(double), nearbyint(double), rint(double), round(double), sin(double), sinh(double), sqrt(double);
double tan(double), tanh(double), tgamma(double), trunc(double);
double atan2(double, double), copysign(double, double), fdim(double, double), fmax(double, double);
double fmin(double, double), fmod(double, double), hypot(double, double), nextafter(double, double);
double pow(double, double), remainder(double, double);

// Files.
typedef struct __sFILE FILE;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_EXCL 0x800
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1
#define F_OK 0
#define NAME_MAX 255
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
struct flock { off_t l_start, l_len; pid_t l_pid; short l_type, l_whence; };
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
  uint32_t st_flags, st_gen;
};
int access(const char *, int);
int close(int);
int fchmod(int, mode_t);
int flock(int, int);
int fstat(int, struct stat *);
int fsync(int);
int ftruncate(int, off_t);
int isatty(int);
int link(const char *, const char *);
off_t lseek(int, off_t, int);
#define SEEK_SET 0
int lstat(const char *, struct stat *);
int mkdir(const char *, mode_t);
char *mkdtemp(char *);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t read(int, void *, size_t);
char *realpath(const char *, char *);
int rename(const char *, const char *);
int rmdir(const char *);
int stat(const char *, struct stat *);
int unlink(const char *);
ssize_t write(int, const void *, size_t);
struct pollfd { int fd; short events, revents; };
#define POLLIN 1
#define POLLOUT 4
int poll(struct pollfd *, nfds_t, int);

// Sockets.
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
struct in_addr { uint32_t s_addr; };
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_in { uint8_t sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8]; };
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_NOSIGPIPE 0x1022
#define SOMAXCONN 128
#define MSG_DONTWAIT 0x80
int accept(int, struct sockaddr *, socklen_t *);
int bind(int, const struct sockaddr *, socklen_t);
int getsockname(int, struct sockaddr *, socklen_t *);
int listen(int, int);
ssize_t recv(int, void *, size_t, int);
ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t);
int socket(int, int, int);

// Folders.
typedef struct { int __dd_fd; } DIR;
struct dirent { uint64_t d_ino, d_seekoff; uint16_t d_reclen, d_namlen; uint8_t d_type; char d_name[1024]; };
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_LNK 10
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// Memory, time and threads.
#define MADV_FREE 5
int madvise(void *, size_t, int);
int getpagesize(void);
time_t time(time_t *);
unsigned int sleep(unsigned int);
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss; };
#define RUSAGE_SELF 0
int getrusage(int, struct rusage *);
struct _opaque_pthread_t;
typedef struct _opaque_pthread_t *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_create(pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_detach(pthread_t _Nonnull);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_sigmask(int, const sigset_t *, sigset_t *);

// Processes and signals.
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGEMT 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGURG 16
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGIO 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGINFO 29
#define SIGUSR1 30
#define SIGUSR2 31
#define NSIG 32
#define SIG_UNBLOCK 2
#define SA_ONSTACK 1
#define SA_RESTART 2
#define SA_RESETHAND 4
struct __siginfo;
union __sigaction_u { void (*__sa_handler)(int); void (*__sa_sigaction)(int, struct __siginfo *, void *); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
typedef struct { void *ss_sp; size_t ss_size; int ss_flags; } stack_t;
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigaltstack(const stack_t *, stack_t *);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
void (*signal(int, void (*)(int)))(int);
int kill(pid_t, int);
pid_t getpid(void);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));

// What the toolchain's headers of Dispatch ask these systems for. Its versions are not judged.
#define API_AVAILABLE(...)
#define API_DEPRECATED(...)
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#define __OSX_AVAILABLE_STARTING(...)
#define TARGET_OS_MAC 1
#define OS_OBJECT_HAVE_OBJC_SUPPORT 0
