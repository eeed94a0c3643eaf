/* In the place of LibSass's plugins.cpp: there are no plugins. */
#include "sass.hpp"
#include "plugins.hpp"

namespace Sass {
Plugins::Plugins() {}
Plugins::~Plugins() {}
size_t Plugins::load_plugins(const sass::string &) { return 0; }
}
