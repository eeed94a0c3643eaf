/* What Go calls of LibSass, and what LibSass calls of the system: it reads no file and knows no time. */
#include <cstdlib>
#include <cstring>
#include <string>
#include <wasi/api.h>
#include "sass/context.h"
#include "sass2scss.h"

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("go"), import_name(name)))

/* find tells Go what is imported, by which style sheet. It returns how many bytes take writes: the path of what was
   found, a zero, and the text; or -1. */
extern "C" IMPORT("find") int find(const char *url, size_t n, const char *by, size_t m);
extern "C" IMPORT("take") void take(char *at);

static std::string result[4];

static char *converted(const char *text) { return sass2scss(text, SASS2SCSS_PRETTIFY_1 | SASS2SCSS_KEEP_COMMENT); }

static Sass_Import_List import(const char *url, Sass_Importer_Entry, struct Sass_Compiler *compiler) {
  const char *by = sass_import_get_abs_path(sass_compiler_get_last_import(compiler));
  int n = find(url, strlen(url), by, strlen(by));
  if (n < 0) return nullptr;
  char *path = static_cast<char *>(malloc(n + 2));
  if (path == nullptr) throw std::bad_alloc();
  take(path);
  path[n] = path[n + 1] = 0;
  size_t at = strlen(path);
  char *text;
  if (at >= 5 && strcmp(path + at - 5, ".sass") == 0) {
    text = converted(path + at + 1);
  } else {
    text = static_cast<char *>(malloc(n - at + 1)); /* with two zeros, as the lexer of LibSass wants it */
    if (text == nullptr) throw std::bad_alloc();
    memcpy(text, path + at + 1, n - at + 1);
  }
  Sass_Import_List list = sass_make_import_list(1);
  list[0] = sass_make_import_entry(path, text, nullptr);
  free(path);
  return list;
}

extern "C" {
EXPORT("room") char *room(size_t n) { return static_cast<char *>(malloc(n)); }

/* compile returns 0, or the status of LibSass. The results are then the style sheet, its map, the error as JSON, and what
   was said to people. */
EXPORT("compile")
int compile(const char *source, int indented, int style, int precision, const char *output, const char *map) {
  struct Sass_Data_Context *data = sass_make_data_context(indented ? sass2scss(source, SASS2SCSS_PRETTIFY_1) : sass_copy_c_string(source));
  struct Sass_Context *context = sass_data_context_get_context(data);
  struct Sass_Options *o = sass_context_get_options(context);
  Sass_Importer_List importers = sass_make_importer_list(1);
  sass_importer_set_list_entry(importers, 0, sass_make_importer(import, 0, nullptr));
  sass_option_set_c_importers(o, importers);
  sass_option_set_precision(o, precision);
  sass_option_set_output_style(o, Sass_Output_Style(style));
  if (*map) {
    sass_option_set_source_map_file(o, map);
    sass_option_set_output_path(o, output);
    sass_option_set_source_map_contents(o, true);
  }
  struct Sass_Compiler *c = sass_make_data_compiler(data);
  sass_compiler_parse(c);
  sass_compiler_execute(c);
  const char *texts[] = {sass_context_get_output_string(context), sass_context_get_source_map_string(context), sass_context_get_error_json(context)};
  for (int i = 0; i < 3; i++)
    if (texts[i]) result[i] = texts[i];
  return sass_context_get_error_status(context);
}

EXPORT("result") const char *result_at(int i) { return result[i].data(); }
EXPORT("length") size_t result_length(int i) { return result[i].size(); }

/* In the place of the system's. */
char *getcwd(char *at, size_t n) { return n > 8 ? strcpy(at, "/project") : nullptr; }
__wasi_errno_t __wasi_fd_write(__wasi_fd_t, const __wasi_ciovec_t *data, size_t n, __wasi_size_t *done) {
  *done = 0;
  for (size_t i = 0; i < n; i++) {
    result[3].append(reinterpret_cast<const char *>(data[i].buf), data[i].buf_len);
    *done += data[i].buf_len;
  }
  return __WASI_ERRNO_SUCCESS;
}
__wasi_errno_t __wasi_environ_get(uint8_t **, uint8_t *) { return __WASI_ERRNO_SUCCESS; }
__wasi_errno_t __wasi_environ_sizes_get(__wasi_size_t *n, __wasi_size_t *size) {
  *n = *size = 0;
  return __WASI_ERRNO_SUCCESS;
}
__wasi_errno_t __wasi_fd_close(__wasi_fd_t) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_fdstat_get(__wasi_fd_t, __wasi_fdstat_t *) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_fdstat_set_flags(__wasi_fd_t, __wasi_fdflags_t) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_prestat_get(__wasi_fd_t, __wasi_prestat_t *) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_prestat_dir_name(__wasi_fd_t, uint8_t *, __wasi_size_t) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_read(__wasi_fd_t, const __wasi_iovec_t *, size_t, __wasi_size_t *) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_seek(__wasi_fd_t, __wasi_filedelta_t, __wasi_whence_t, __wasi_filesize_t *) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_path_filestat_get(__wasi_fd_t, __wasi_lookupflags_t, const char *, __wasi_filestat_t *) { return __WASI_ERRNO_NOENT; }
__wasi_errno_t __wasi_path_open(__wasi_fd_t, __wasi_lookupflags_t, const char *, __wasi_oflags_t, __wasi_rights_t, __wasi_rights_t, __wasi_fdflags_t, __wasi_fd_t *) { return __WASI_ERRNO_NOENT; }
void __wasi_proc_exit(__wasi_exitcode_t) { __builtin_trap(); }
}
