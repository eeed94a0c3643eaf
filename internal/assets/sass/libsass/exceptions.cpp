#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {
// As in libc++abi's private_typeinfo.h, for the order of the virtual functions alone.
class __shim_type_info : public std::type_info {
public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info *thrown, void *&adjusted) const = 0;
};
}

namespace {
struct Header {
  std::type_info *type;
  void *(*destroy)(void *);
  int handlers; // negative: thrown again
  Header *next;
  void *adjusted;
  uint32_t pad[3];
};
static_assert(sizeof(Header) % 16 == 0, "alignment");
Header *caught;
int uncaught;
Header *header(void *object) { return static_cast<Header *>(object) - 1; }

uint32_t uleb(const uint8_t *&p) {
  uint32_t v = 0; int shift = 0; uint8_t b;
  do { b = *p++; v |= uint32_t(b & 0x7f) << shift; shift += 7; } while (b & 0x80);
  return v;
}
int32_t sleb(const uint8_t *&p) {
  uint32_t v = 0; int shift = 0; uint8_t b;
  do { b = *p++; v |= uint32_t(b & 0x7f) << shift; shift += 7; } while (b & 0x80);
  if ((b & 0x40) && shift < 32) v |= ~uint32_t(0) << shift;
  return int32_t(v);
}
}

extern "C" {
struct { uintptr_t index, lsda, selector; } __wasm_lpad_context;

void *__cxa_allocate_exception(size_t n) throw() {
  Header *h = static_cast<Header *>(calloc(1, sizeof(Header) + n));
  if (!h) __builtin_trap();
  return h + 1;
}
void __cxa_free_exception(void *object) throw() { free(header(object)); }
void __cxa_throw(void *object, std::type_info *type, void *(*destroy)(void *)) {
  Header *h = header(object);
  h->type = type; h->destroy = destroy; h->adjusted = object;
  uncaught++;
  __builtin_wasm_throw(0, object);
}
int _Unwind_CallPersonality(void *object) {
  Header *h = header(object);
  __wasm_lpad_context.selector = 0;
  const uint8_t *p = reinterpret_cast<const uint8_t *>(__wasm_lpad_context.lsda);
  if (*p++ != 0xff) __builtin_trap(); // start of landing pads: omitted
  uint8_t encoding = *p++;
  const uint32_t *types = nullptr;
  if (encoding != 0xff) {
    if (encoding != 0) __builtin_trap(); // absolute pointers
    uint32_t n = uleb(p);
    types = reinterpret_cast<const uint32_t *>(p + n);
  }
  p++; // encoding of call sites: ULEB
  uint32_t length = uleb(p);
  const uint8_t *actions = p + length;
  for (uintptr_t i = 0;; i++) {
    if (p >= actions) __builtin_trap();
    uleb(p);
    uint32_t entry = uleb(p);
    if (i < __wasm_lpad_context.index) continue;
    if (entry == 0) return 8;
    const uint8_t *action = actions + entry - 1;
    for (;;) {
      int32_t index = sleb(action);
      if (index > 0) {
        auto type = reinterpret_cast<const __cxxabiv1::__shim_type_info *>(types[-index]);
        void *adjusted = object;
        if (!type || type->can_catch(static_cast<const __cxxabiv1::__shim_type_info *>(h->type), adjusted)) {
          h->adjusted = adjusted;
          __wasm_lpad_context.selector = index;
          return 6;
        }
      } else if (index < 0) __builtin_trap();
      const uint8_t *at = action;
      int32_t offset = sleb(at);
      if (offset == 0) return 8;
      action += offset;
    }
  }
}
void *__cxa_begin_catch(void *object) throw() {
  Header *h = header(object);
  h->handlers = (h->handlers < 0 ? -h->handlers : h->handlers) + 1;
  if (h != caught) { h->next = caught; caught = h; }
  uncaught--;
  return h->adjusted;
}
void __cxa_end_catch() {
  Header *h = caught;
  if (!h) return;
  if (h->handlers < 0) {
    if (++h->handlers == 0) caught = h->next;
  } else if (--h->handlers == 0) {
    caught = h->next;
    if (h->destroy) h->destroy(h + 1);
    free(h);
  }
}
void __cxa_rethrow() {
  Header *h = caught;
  if (!h) __builtin_trap();
  h->handlers = -h->handlers;
  uncaught++;
  __builtin_wasm_throw(0, h + 1);
}
void *__cxa_get_exception_ptr(void *object) throw() { return header(object)->adjusted; }
unsigned __cxa_uncaught_exceptions() throw() { return uncaught; }
bool __cxa_uncaught_exception() throw() { return uncaught > 0; }
void *__cxa_current_primary_exception() throw() { return nullptr; }
void __cxa_increment_exception_refcount(void *) throw() {}
void __cxa_decrement_exception_refcount(void *) throw() {}
void __cxa_rethrow_primary_exception(void *) { __builtin_trap(); }
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}

void *operator new(size_t n) {
  void *p = malloc(n ? n : 1);
  if (!p) throw std::bad_alloc();
  return p;
}
void *operator new[](size_t n) { return operator new(n); }
void operator delete(void *p) noexcept { free(p); }
void operator delete[](void *p) noexcept { free(p); }
void operator delete(void *p, size_t) noexcept { free(p); }
void operator delete[](void *p, size_t) noexcept { free(p); }
