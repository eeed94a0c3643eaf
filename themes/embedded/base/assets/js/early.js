// Applies what was chosen before anything is drawn: light or dark, and that an announcement was closed.
try {
  var chosen = document.documentElement.dataset, theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') chosen.theme = theme;
  if (localStorage.getItem('announcement') === (document.currentScript.dataset.announcement || '-')) chosen.closed = '';
} catch (e) { /* no storage: the system's preference */ }
