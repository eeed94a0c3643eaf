// Counts a visit with Matomo, without cookies: https://developer.matomo.org/guides/tracking-javascript-guide
(function () {
  var here = document.currentScript.dataset, script = document.createElement('script');
  window._paq = [['disableCookies'], ['trackPageView'], ['enableLinkTracking'], ['setTrackerUrl', here.url + 'matomo.php'], ['setSiteId', here.id]];
  script.src = here.url + 'matomo.js';
  script.async = true;
  document.head.append(script);
})();
