#include <sqlite3.h>

// Swift cannot import `sqlite3_db_config`, which takes a varying number of arguments.
static inline int sqlite_shim_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}
