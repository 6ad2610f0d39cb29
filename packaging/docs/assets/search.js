// Search without a server. The index loads when the field is first used; scripts also load from a folder (file:).
(() => {
  const base = document.documentElement.dataset.base;
  const input = document.querySelector('.search input');
  const list = document.querySelector('#results');
  let loading;

  const script = (name) =>
    new Promise((loaded, failed) => {
      const element = document.createElement('script');
      element.src = `${base}/${name}`;
      element.onload = loaded;
      element.onerror = () => failed(new Error(`${name} did not load`));
      document.head.append(element);
    });

  async function load() {
    await Promise.all([script('minisearch.js'), script('search-index.js')]);
    const fields = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'address', 'start'] };
    return window.MiniSearch.loadJS(window.searchIndex, fields);
  }

  async function show() {
    const words = input.value.trim();
    if (words === '') return close();
    loading ??= load();
    const index = await loading;
    // A newer input has its own results.
    if (input.value.trim() !== words) return;
    const options = { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, page: 3 } };
    const found = index.search(words, options).slice(0, 12);
    list.replaceChildren(...(found.length > 0 ? found.map(item) : [nothing(words)]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    choose(0);
  }

  function item({ address, page, start, title }, at) {
    const element = document.createElement('div');
    element.setAttribute('role', 'option');
    element.id = `result-${at}`;
    const link = document.createElement('a');
    link.href = `${base}/${address}`;
    link.tabIndex = -1;
    const text = document.createElement('small');
    text.textContent = start;
    link.append(title === page ? title : `${page}: ${title}`, text);
    element.append(link);
    return element;
  }

  function nothing(words) {
    const element = document.createElement('div');
    const text = document.createElement('p');
    text.textContent = `No results for "${words}"`;
    element.append(text);
    return element;
  }

  function choose(at) {
    const options = [...list.querySelectorAll('[role=option]')];
    if (options.length === 0) return input.removeAttribute('aria-activedescendant');
    const chosen = options[(at + options.length) % options.length];
    for (const option of options) option.setAttribute('aria-selected', String(option === chosen));
    input.setAttribute('aria-activedescendant', chosen.id);
    chosen.scrollIntoView({ block: 'nearest' });
  }

  const chosenAt = () => [...list.children].findIndex((option) => option.getAttribute('aria-selected') === 'true');

  function close() {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  input.addEventListener('input', show);
  input.addEventListener('focus', () => {
    loading ??= load();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      input.blur();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosenAt() + (event.key === 'ArrowDown' ? 1 : -1));
    }
  });
  input.form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('[aria-selected=true] a')?.click();
  });
  document.addEventListener('click', (event) => {
    if (!input.form.contains(event.target)) close();
  });
  // A link to a section of this page leaves the list open.
  list.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
})();
