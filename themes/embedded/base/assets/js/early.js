// Applies the stored choice of light or dark before anything is drawn.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (e) { /* no storage: the system's preference */ }
