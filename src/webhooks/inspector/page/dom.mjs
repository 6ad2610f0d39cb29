/**
 * Creates an element. Content becomes elements or text, never markup: the page creates elements only with this function.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string>>} attributes of names and values that no sender chose, `class` and `data-…` among them
 * @param {...(Node | string)} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/**
 * Creates a button.
 * @param {string} words
 * @param {() => void} act
 * @param {Readonly<Record<string, string>>} [attributes]
 */
export function button(words, act, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, words);
  element.addEventListener('click', act);
  return element;
}

/**
 * Creates an element that shows a text unchanged and can be scrolled with the keyboard.
 * @param {string} kind its classes
 * @param {string} label
 * @param {...string} content
 */
export function scrollable(kind, label, ...content) {
  return make('pre', { class: `${kind} mono`, tabindex: '0', role: 'group', 'aria-label': label }, ...content);
}

/**
 * Returns an element of `index.html`.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no #${id}.`);
  return element;
}
