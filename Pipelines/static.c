// What a binary that is linked statically has in place of files which the C library of Linux loads while a program
// runs: most encodings of iconv are such files. `Pipelines/release` asks the iconv of the machine that builds for all
// characters of the encodings that MapPack knows, and links them in. Compiled three times:
//
//   -DMAKE    a program that writes the tables of the encodings that are its arguments
//   (nothing) what is linked: --wrap sends calls here, and those for other encodings on to the C library
//   -DCHECK   a program that compares the two iconvs on random bytes

#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// Sequences of bytes that follow each other as numbers, and whose characters do. Characters that have two code points
// are alone, and so is each of the starts of longer sequences.
typedef struct {
  uint32_t first, count, scalar, second;
} run;

// The bytes are the start of longer sequences.
static const uint32_t start = UINT32_MAX;

#ifdef MAKE

static run last;
static int has_pairs;

static void flush(void) {
  if (last.count) printf("{%u,%u,%u,%u},\n", last.first, last.count, last.scalar, last.second);
  last.count = 0;
}

static void add(uint32_t bytes, uint32_t scalar, uint32_t second) {
  int follows = last.count && bytes == last.first + last.count && second == 0 && last.second == 0 &&
                (scalar == start ? last.scalar == start : last.scalar != start && scalar == last.scalar + last.count);
  if (!follows) {
    flush();
    last = (run){bytes, 0, scalar, second};
  }
  last.count++;
}

// The code points of bytes, at most two; 0 if they are no character, -1 if they are the start of one.
static int decode(iconv_t converter, uint32_t bytes, int length, uint32_t scalars[4]) {
  char input[4], *in = input, *out = (char *)scalars;
  size_t in_left = (size_t)length, out_left = 4 * sizeof *scalars;
  for (int index = 0; index < length; index++) input[index] = (char)(bytes >> 8 * (length - 1 - index));
  iconv(converter, NULL, NULL, NULL, NULL);
  size_t status = iconv(converter, &in, &in_left, &out, &out_left);
  if (status == (size_t)-1) return errno == EINVAL ? -1 : 0;
  // Some characters wait for an accent that may follow.
  iconv(converter, NULL, NULL, &out, &out_left);
  return 4 - (int)(out_left / sizeof *scalars);
}

// Adds all sequences of a length, in order, and says whether some are the start of longer ones. Letters and accents that
// make one character are such a sequence too.
static int add_all(iconv_t converter, uint32_t prefix, int is_letter, int length, int wanted) {
  int starts = 0;
  for (uint32_t byte = wanted > 1 && length == 1; byte < 256; byte++) {
    uint32_t bytes = prefix << 8 | byte, scalars[4] = {0};
    int count = decode(converter, bytes, length, scalars);
    if (is_letter && count != 1) continue;
    if (length < wanted) {
      int is_composed = count == 1 && (length == 1 || is_letter);
      if (count < 0 || is_composed) starts |= add_all(converter, bytes, is_composed, length + 1, wanted);
    } else if (count < 0) {
      add(bytes, start, 0);
      starts = 1;
    } else if (count == 1 || count == 2) {
      add(bytes, scalars[0], count == 2 ? scalars[1] : 0);
      has_pairs |= is_letter;
      starts |= is_letter;
    }
  }
  return starts;
}

int main(int count, char **names) {
  for (int index = 1; index < count; index++) {
    iconv_t converter = iconv_open("UTF-32LE", names[index]);
    if (converter == (iconv_t)-1) {
      fprintf(stderr, "The iconv of this machine does not know %s.\n", names[index]);
      return 1;
    }
    printf("static const run runs_%d[] = {\n", index);
    has_pairs = 0;
    int starts = add_all(converter, 0, 0, 1, 1);
    for (int length = 2; length == 2 || (starts && length <= 4); length++) starts = add_all(converter, 0, 0, 1, length);
    flush();
    printf("};\nenum { pairs_%d = %d };\n", index, has_pairs);
    iconv_close(converter);
  }
  puts("static const table tables[] = {");
  for (int index = 1; index < count; index++)
    printf("{\"%s\", runs_%d, sizeof runs_%d / sizeof *runs_%d, pairs_%d},\n", names[index], index, index, index, index);
  puts("};");
}

#else

typedef struct {
  const char *name;
  const run *runs;
  size_t count;
  // Whether a character may be continued by the next one.
  int has_pairs;
} table;

#include "tables.h"

enum { table_count = sizeof tables / sizeof *tables };

iconv_t __real_iconv_open(const char *to, const char *from);
size_t __real_iconv(iconv_t converter, char **in, size_t *in_left, char **out, size_t *out_left);
int __real_iconv_close(iconv_t converter);

static const table *table_of(iconv_t converter) {
  for (size_t index = 0; index < table_count; index++)
    if (converter == (iconv_t)&tables[index]) return &tables[index];
  return NULL;
}

static const run *find(const table *table, uint32_t bytes) {
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const run *run = &table->runs[middle];
    if (bytes < run->first) high = middle;
    else if (bytes - run->first >= run->count) low = middle + 1;
    else return run;
  }
  return NULL;
}

static size_t write_utf8(uint32_t scalar, char *out) {
  if (scalar < 0x80) {
    out[0] = (char)scalar;
    return 1;
  }
  size_t length = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (size_t index = length - 1; index > 0; index--, scalar >>= 6) out[index] = (char)(0x80 | (scalar & 0x3F));
  out[0] = (char)(0xF00 >> length | scalar);
  return length;
}

// A converter has no state: it is its table.
iconv_t __wrap_iconv_open(const char *to, const char *from) {
  for (size_t index = 0; index < table_count; index++)
    if (strcasecmp(from, tables[index].name) == 0 && strcasecmp(to, "UTF-8") == 0) return (iconv_t)&tables[index];
  return __real_iconv_open(to, from);
}

int __wrap_iconv_close(iconv_t converter) { return table_of(converter) ? 0 : __real_iconv_close(converter); }

size_t __wrap_iconv(iconv_t converter, char **in, size_t *in_left, char **out, size_t *out_left) {
  const table *table = table_of(converter);
  if (!table) return __real_iconv(converter, in, in_left, out, out_left);
  while (in && *in && *in_left > 0) {
    uint32_t bytes = 0, scalar = 0, second = 0;
    size_t taken = 0;
    int is_cut = 1;
    for (size_t length = 1; length <= 4 && length <= *in_left; length++) {
      bytes = bytes << 8 | (uint8_t)(*in)[length - 1];
      const run *run = find(table, bytes);
      if (run && run->scalar != start) {
        scalar = run->scalar + (bytes - run->first);
        second = run->second;
        taken = length;
      }
      is_cut = run != NULL;
      // A sequence that starts with zero would be the number of a shorter one.
      if (!run || bytes == 0 || (run->scalar != start && !table->has_pairs)) break;
    }
    if (taken == 0) {
      errno = is_cut ? EINVAL : EILSEQ;
      return (size_t)-1;
    }
    char text[8];
    size_t size = write_utf8(scalar, text);
    if (second) size += write_utf8(second, text + size);
    if (size > *out_left) {
      errno = E2BIG;
      return (size_t)-1;
    }
    memcpy(*out, text, size);
    *out += size, *out_left -= size;
    *in += taken, *in_left -= taken;
  }
  return 0;
}

// Nothing is loaded. What the system has, for names of hosts and of users, belongs to its own version of the C library.
void *__wrap___libc_dlopen_mode(const char *name, int mode) {
  (void)name, (void)mode;
  return NULL;
}

#ifndef CHECK

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor(101))) static void begin(int count, char **arguments) {
  // Swift looks for the arguments before the environment, which setenv moves.
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
  // It asks /proc for the place of its runtime, and ends if it learns nothing.
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
  // Where Debian, Fedora, SUSE and Alpine keep the certificates; OpenSSL would look where the machine that built does.
  static const char *const certificates[] = {
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  };
  for (size_t index = 0; index < sizeof certificates / sizeof *certificates; index++)
    if (access(certificates[index], R_OK) == 0) {
      setenv("SSL_CERT_FILE", certificates[index], 0);
      break;
    }
}

#else

typedef struct {
  size_t status, taken, size;
  int reason;
  char text[256];
} result;

typedef size_t conversion(iconv_t, char **, size_t *, char **, size_t *);

static result convert(iconv_t converter, conversion *call, char *bytes, size_t count) {
  result result = {0};
  size_t left = count, room = sizeof result.text;
  char *out = result.text;
  call(converter, NULL, NULL, NULL, NULL);
  errno = 0;
  result.status = call(converter, &bytes, &left, &out, &room) == (size_t)-1;
  result.reason = result.status ? errno : 0;
  call(converter, NULL, NULL, &out, &room);
  // Where no text follows, it does not matter where it ends.
  result.taken = result.reason == EILSEQ ? 0 : count - left;
  result.size = sizeof result.text - room;
  return result;
}

int main(void) {
  srandom(1);
  for (size_t index = 0; index < table_count; index++) {
    iconv_t ours = __wrap_iconv_open("UTF-8", tables[index].name), theirs = __real_iconv_open("UTF-8", tables[index].name);
    for (int round = 0; round < 200000; round++) {
      char bytes[12];
      size_t count = 1 + (size_t)random() % sizeof bytes;
      for (size_t byte = 0; byte < count; byte++) bytes[byte] = (char)(random() % 4 ? random() : 0x30 + random() % 10);
      result one = convert(ours, __wrap_iconv, bytes, count), other = convert(theirs, __real_iconv, bytes, count);
      if (memcmp(&one, &other, sizeof one) != 0) {
        fprintf(stderr, "%s: round %d:", tables[index].name, round);
        for (size_t byte = 0; byte < count; byte++) fprintf(stderr, " %02x", (uint8_t)bytes[byte]);
        fprintf(stderr, ": taken %zu and %zu, size %zu and %zu, reason %d and %d\n", one.taken, other.taken, one.size,
                other.size, one.reason, other.reason);
        return 1;
      }
    }
    __real_iconv_close(theirs);
  }
}

#endif
#endif
