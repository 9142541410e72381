// iconv of macOS 14 and later, with what it has beyond POSIX.
#pragma once
#include <stddef.h>
typedef struct __tag_iconv_t *iconv_t;
#define ICONV_SET_ILSEQ_INVALID 129
iconv_t iconv_open(const char *, const char *);
int iconv_close(iconv_t);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);
int iconvctl(iconv_t, int, void *);
