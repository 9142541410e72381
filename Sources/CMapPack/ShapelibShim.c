#include "ShapelibShim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Since 1.6.0, hooks with a name also take the caller's pointer, and the source of FWrite is const.
#ifdef SHAPELIB_VERSION_NUMBER
#define CALLERS_POINTER , void *unused
#define WRITTEN const void *
#else
#define CALLERS_POINTER
#define WRITTEN void *
#endif

// A file of shapelib's hooks: on disk if `disk` is set, else in memory.
typedef struct {
  FILE *disk;
  uint8_t *bytes;
  size_t size;
  size_t position;
} hooked_file;

// The hooks of shapelib 1.5 do not pass on a pointer of the caller, so these variables hold what is being opened during
// the call.
static _Thread_local char message[512];
static _Thread_local const char *opening_path;
static _Thread_local const uint8_t *opening_index;
static _Thread_local size_t opening_index_size;

static void on_error(const char *words) {
  // The first message names the cause. Later ones are its consequences.
  if (message[0] == '\0') snprintf(message, sizeof message, "%s", words);
}

static int has_extension(const char *name, const char *extension) {
  size_t length = strlen(name);
  return length >= 4 && strcmp(name + length - 4, extension) == 0;
}

static SAFile on_open(const char *name, const char *access CALLERS_POINTER) {
  if (opening_path == NULL || strchr(access, 'w') != NULL || strchr(access, '+') != NULL) return NULL;
  hooked_file *file = calloc(1, sizeof *file);
  if (file == NULL) return NULL;
  if (has_extension(name, ".shx") && opening_index != NULL) {
    file->bytes = malloc(opening_index_size > 0 ? opening_index_size : 1);
    if (file->bytes != NULL) {
      memcpy(file->bytes, opening_index, opening_index_size);
      file->size = opening_index_size;
      return (SAFile)file;
    }
  } else if (has_extension(name, ".shp") || has_extension(name, ".dbf")) {
    file->disk = fopen(opening_path, "rb");
    if (file->disk != NULL) return (SAFile)file;
  }
  free(file);
  return NULL;
}

static SAOffset on_read(void *target, SAOffset size, SAOffset count, SAFile handle) {
  hooked_file *file = (hooked_file *)handle;
  if (file->disk != NULL) return (SAOffset)fread(target, (size_t)size, (size_t)count, file->disk);
  if (size == 0 || file->position >= file->size) return 0;
  SAOffset available = (SAOffset)(file->size - file->position) / size;
  SAOffset taken = count < available ? count : available;
  memcpy(target, file->bytes + file->position, (size_t)(taken * size));
  file->position += (size_t)(taken * size);
  return taken;
}

static SAOffset on_write(WRITTEN source, SAOffset size, SAOffset count, SAFile handle) {
  (void)source, (void)size, (void)count, (void)handle;
  return 0;
}

static SAOffset on_seek(SAFile handle, SAOffset offset, int whence) {
  hooked_file *file = (hooked_file *)handle;
  if (file->disk != NULL) return (SAOffset)fseeko(file->disk, (off_t)offset, whence);
  size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->position : file->size;
  file->position = base + (size_t)offset;
  return 0;
}

static SAOffset on_tell(SAFile handle) {
  hooked_file *file = (hooked_file *)handle;
  return file->disk != NULL ? (SAOffset)ftello(file->disk) : (SAOffset)file->position;
}

static int on_flush(SAFile handle) {
  (void)handle;
  return 0;
}

static int on_close(SAFile handle) {
  hooked_file *file = (hooked_file *)handle;
  if (file->disk != NULL) fclose(file->disk);
  free(file->bytes);
  free(file);
  return 0;
}

static int on_remove(const char *name CALLERS_POINTER) {
  (void)name;
  return -1;
}

static SAHooks hooks(void) {
  // Newer versions of shapelib have more members than these. They keep their defaults.
  SAHooks filled;
  SASetupDefaultHooks(&filled);
  filled.FOpen = on_open;
  filled.FRead = on_read;
  filled.FWrite = on_write;
  filled.FSeek = on_seek;
  filled.FTell = on_tell;
  filled.FFlush = on_flush;
  filled.FClose = on_close;
  filled.Remove = on_remove;
  filled.Error = on_error;
  return filled;
}

SHPHandle shapelib_shim_open_shapes(const char *path, const uint8_t *index, size_t index_size) {
  SAHooks filled = hooks();
  opening_path = path;
  opening_index = index;
  opening_index_size = index_size;
  SHPHandle handle = SHPOpenLL("source.shp", "rb", &filled);
  opening_path = NULL;
  opening_index = NULL;
  opening_index_size = 0;
  return handle;
}

DBFHandle shapelib_shim_open_table(const char *path) {
  SAHooks filled = hooks();
  opening_path = path;
  DBFHandle handle = DBFOpenLL("source.dbf", "rb", &filled);
  opening_path = NULL;
  return handle;
}

const char *shapelib_shim_message(void) { return message; }

void shapelib_shim_forget(void) { message[0] = '\0'; }
