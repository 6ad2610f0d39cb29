/**
 * Makes a button toggle between dark and light. The system sets the default; the choice lasts until the tab is closed.
 * @param {HTMLElement} toggle
 */
export function bindTheme(toggle) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const label = () => {
    toggle.textContent = isDark() ? 'Light' : 'Dark';
  };
  const storedTheme = sessionStorage.getItem('theme');
  if (storedTheme === 'dark' || storedTheme === 'light') document.documentElement.dataset.theme = storedTheme;
  label();
  system.addEventListener('change', label);
  toggle.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    sessionStorage.setItem('theme', theme);
    label();
  });
}
