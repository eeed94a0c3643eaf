/* What QuickJS shows to Go: room for bytes, a script to start with, and calls of its function main, which gets a
   text and returns one. It has no clock, no files and no chance. */
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <wasi/api.h>
#include "quickjs.h"

static JSRuntime *rt;
static JSContext *ctx;
static JSValue entry;
static char *answer;
static size_t answer_len;
static int32_t patience;

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("room") char *room(size_t n) { return malloc(n); }
EXPORT("give") void give(char *p) { free(p); }
EXPORT("result") char *result(void) { return answer; }
EXPORT("length") size_t length(void) { return answer_len; }

static int tired(JSRuntime *rt, void *opaque) { return --patience < 0; }

/* keep makes a value the result: 0, or 1 when it is what was thrown, or -1 without memory. */
static int keep(JSValue v) {
	int thrown = JS_IsException(v);
	const char *s;
	size_t n;
	free(answer);
	answer = NULL;
	if (thrown)
		v = JS_GetException(ctx);
	s = JS_ToCStringLen(ctx, &n, v);
	JS_FreeValue(ctx, v);
	if (s == NULL)
		return -1;
	if ((answer = malloc(n + 1)) != NULL)
		memcpy(answer, s, answer_len = n);
	JS_FreeCString(ctx, s);
	return answer == NULL ? -1 : thrown;
}

/* start runs a script of n bytes and a 0. steps bound this and each call: one is about 10,000 jumps and calls. */
EXPORT("start") int start(const char *script, size_t n, int32_t steps) {
	JSValue v, global;
	if ((rt = JS_NewRuntime()) == NULL || (ctx = JS_NewContextRaw(rt)) == NULL)
		return -1;
	JS_SetMemoryLimit(rt, 128 << 20);
	JS_SetInterruptHandler(rt, tired, NULL);
	JS_AddIntrinsicBaseObjects(ctx);
	JS_AddIntrinsicEval(ctx);
	JS_AddIntrinsicRegExp(ctx);
	JS_AddIntrinsicJSON(ctx);
	JS_AddIntrinsicMapSet(ctx);
	patience = steps;
	v = JS_Eval(ctx, script, n, "script", JS_EVAL_TYPE_GLOBAL);
	if (JS_IsException(v))
		return keep(v);
	JS_FreeValue(ctx, v);
	global = JS_GetGlobalObject(ctx);
	entry = JS_GetPropertyStr(ctx, global, "main");
	JS_FreeValue(ctx, global);
	return 0;
}

EXPORT("call") int call(const char *text, size_t n, int32_t steps) {
	JSValue arg = JS_NewStringLen(ctx, text, n), v;
	patience = steps;
	v = JS_Call(ctx, entry, JS_UNDEFINED, 1, &arg);
	JS_FreeValue(ctx, arg);
	return keep(v);
}

/* In the place of the system's: no import is left. */
int gettimeofday(struct timeval *restrict tv, void *restrict tz) {
	memset(tv, 0, sizeof *tv);
	return 0;
}
__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t by, __wasi_whence_t from, __wasi_filesize_t *at) { return __WASI_ERRNO_BADF; }
__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *data, size_t n, __wasi_size_t *done) { return __WASI_ERRNO_BADF; }
