/* What Go calls of libwebp: room for pixels, and the encoder. */
#include <stdlib.h>
#include <string.h>
#include "src/webp/encode.h"

#define EXPORT(name) __attribute__((export_name(name)))

static WebPMemoryWriter result;

EXPORT("room") void* room(size_t n) { return malloc(n); }
EXPORT("give") void give(void* p) { free(p); }
EXPORT("result") const uint8_t* result_bytes(void) { return result.mem; }
EXPORT("clear") void clear_result(void) {
  WebPMemoryWriterClear(&result);
  WebPMemoryWriterInit(&result);
}

/* encode returns the size of the result in bytes, or minus an error code of libwebp (WebPEncodingError). rgba holds
   width * height pixels of four bytes. */
EXPORT("encode")
int encode(const uint8_t* rgba, int width, int height, int preset, float quality, int method, int lossless) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigPreset(&config, (WebPPreset)preset, quality)) return -100;
  config.method = method;
  config.lossless = lossless;
  if (lossless) {
    config.quality = 75; /* effort */
    config.exact = 0;
  }
  if (!WebPValidateConfig(&config) || !WebPPictureInit(&picture)) return -101;
  picture.width = width;
  picture.height = height;
  picture.use_argb = lossless || config.preprocessing > 0; /* as cwebp */
  if (!WebPPictureImportRGBA(&picture, rgba, width * 4)) {
    WebPPictureFree(&picture);
    return -102;
  }
  WebPMemoryWriterInit(&result);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &result;
  int ok = WebPEncode(&config, &picture);
  int code = picture.error_code;
  WebPPictureFree(&picture);
  return ok ? (int)result.size : -code;
}
