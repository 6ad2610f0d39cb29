/**
 * Makes a button toggle between dark and light. The default is that of the system; the choice lasts as long as the tab.
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
