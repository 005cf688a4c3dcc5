# shellcheck shell=bash
# To be sourced with $root set to the checkout. install_browser fetches what the tests of the pages open reports with:
# Debian's Chromium, and axe-core, which looks for what keeps people from reading a page. Where they cannot be had,
# it says so, and those tests are skipped with a line that says so too.

# The script that sources this file sets root.
# shellcheck disable=SC2154
say_of_browser() { printf 'analyzer: %s\n' "$*" >&2; }

has_browser() {
    { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null &&
        command -v chromedriver >/dev/null
}

# apt-get, and not another system's: only there it is known how the packages are called.
install_chromium() {
    if has_browser; then return; fi
    if ! command -v apt-get >/dev/null || [[ $(id -u) != 0 ]]; then
        say_of_browser "no Chromium with chromedriver here; the tests that open pages in a browser will be skipped"
        return
    fi
    say_of_browser "installing Chromium for the tests of the pages"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium chromium-driver fonts-dejavu-core; } \
        >/dev/null || say_of_browser "Chromium could not be installed; the tests of the pages will be skipped"
}

install_axe() {
    if [[ -f $root/tests/browser/node_modules/axe-core/axe.min.js ]]; then return; fi
    if ! command -v npm >/dev/null; then
        say_of_browser "no npm here, so no axe-core; the tests of accessibility will be skipped"
        return
    fi
    (cd -- "$root/tests/browser" && npm ci --silent --no-audit --no-fund) >/dev/null ||
        say_of_browser "axe-core could not be installed; the tests of accessibility will be skipped"
}

install_browser() {
    install_chromium
    install_axe
}
