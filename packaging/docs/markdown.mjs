// Markdown as HTML. Raw HTML in a page is text; only <br> breaks a line, in tables.
import MarkdownIt from 'markdown-it';

/** The anchor of a heading by the rule of GitHub; `taken` counts repeats. */
export function anchorOf(heading, taken) {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(slug) ?? 0;
  taken.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

/**
 * Renders a page. `linkOf` returns the address of a link, or undefined for a file that the site does not have.
 * Returns the HTML, the headings, and the text of each section for the search.
 */
export function render(markdown, linkOf) {
  const parser = new MarkdownIt({ html: false, linkify: false });
  parser.inline.ruler.before('html_inline', 'break', lineBreak);
  parser.core.ruler.push('anchors', (state) => addAnchors(state.tokens));
  parser.core.ruler.push('links', (state) => rewriteLinks(state.tokens, linkOf));
  const { rules } = parser.renderer;
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, at) => codeBlock(tokens[at], parser.utils.escapeHtml);
  rules.heading_close = (tokens, at) => `${permalink(tokens, at)}</${tokens[at].tag}>\n`;
  // The generators name their source in a comment.
  const tokens = parser.parse(markdown.replace(/^<!--.*?-->\n/, ''), {});
  return { html: parser.renderer.render(tokens, parser.options, {}), sections: sectionsOf(tokens) };
}

function lineBreak(state, silent) {
  if (!state.src.startsWith('<br>', state.pos)) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos += '<br>'.length;
  return true;
}

function addAnchors(tokens) {
  const taken = new Map();
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(textOf(tokens[at + 1]), taken));
  });
}

function rewriteLinks(tokens, linkOf) {
  for (const { children } of tokens) {
    // Links do not contain links.
    let dropped = false;
    for (const token of children ?? []) {
      if (token.type === 'image') token.attrSet('src', linkOf(token.attrGet('src')) ?? '');
      if (token.type === 'link_open') {
        const address = linkOf(token.attrGet('href'));
        dropped = address === undefined;
        if (dropped) hide(token);
        else token.attrSet('href', address);
      }
      if (token.type === 'link_close' && dropped) hide(token);
    }
  }
}

/** Omits the tag and keeps the text between. */
function hide(token) {
  Object.assign(token, { type: 'text', content: '', tag: '', nesting: 0 });
}

function codeBlock({ content, info }, escaped) {
  const [language, name = ''] = info.trim().split(/\s+/);
  const file = /[./]/.test(name) ? `<figcaption>${escaped(name)}</figcaption>` : '';
  return `<figure class="code">${file}<pre tabindex="0"><code data-language="${escaped(language)}">${escaped(content)}</code></pre></figure>\n`;
}

function permalink(tokens, at) {
  const { tag } = tokens[at];
  const id = tokens[at - 2].attrGet('id');
  return tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
}

function textOf({ children }) {
  return (children ?? []).map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** Each heading with its level, anchor and the text below it. */
function sectionsOf(tokens) {
  const sections = [];
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const title = textOf(tokens[at + 1]);
      sections.push({ level: Number(token.tag.slice(1)), anchor: token.attrGet('id'), title, text: '' });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      if (sections.length > 0) sections.at(-1).text += `${textOf(token)} `;
    } else if (token.type === 'fence' && sections.length > 0) {
      sections.at(-1).text += `${token.content} `;
    }
  });
  return sections;
}
