/**
 * Returns a terminal as an SVG. A line is a typed command, `{ typed, prompt }`, or a text of output with its colours.
 */
export function terminalPicture(title, lines, columns) {
  const [left, top, lineHeight, advance] = [20, 58, 20, 8.4];
  const width = Math.ceil(columns * advance) + 2 * left;
  const height = top + lines.length * lineHeight + 12;
  const rows = lines.map((line, row) => {
    const y = top + row * lineHeight;
    const { prompt = '$' } = line;
    const text =
      line.typed === undefined
        ? spans(line)
        : `<tspan class="prompt">${escaped(prompt)}</tspan> ${escaped(line.typed)}`;
    return `<text x="${left}" y="${y}"${line.typed === undefined ? '' : ' class="typed"'}>${text}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
  .frame { fill: #fbfbfc; stroke: #d5d9de }
  .dot { fill: #d5d9de }
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; fill: #1f2328; white-space: pre }
  .typed { font-weight: 600 }
  .prompt, .dim { fill: #59636e; font-weight: 400 }
  .bold { font-weight: 600 }
  .red { fill: #b42318 } .green { fill: #1a7f37 } .yellow { fill: #8a5a00 } .blue, .cyan { fill: #0a5fa8 } .magenta { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    .frame { fill: #0f1419; stroke: #30363d }
    .dot { fill: #30363d }
    text { fill: #e6edf3 }
    .prompt, .dim { fill: #9aa4af }
    .red { fill: #ff8f85 } .green { fill: #56d364 } .yellow { fill: #e3b341 } .blue, .cyan { fill: #79c0ff } .magenta { fill: #d2a8ff }
  }
</style>
<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<circle class="dot" cx="24" cy="22" r="6"/><circle class="dot" cx="44" cy="22" r="6"/><circle class="dot" cx="64" cy="22" r="6"/>
<g xml:space="preserve">
${rows.join('\n')}
</g>
</svg>
`;
}

/** Returns a line with colours as SVG. Each piece has the classes of the colour codes before it. */
function spans(line) {
  const names = {
    1: 'bold',
    2: 'dim',
    31: 'red',
    32: 'green',
    33: 'yellow',
    34: 'blue',
    35: 'magenta',
    36: 'cyan',
    90: 'dim',
  };
  let classes = [];
  return line
    .split(/\x1b\[([\d;]*)m/)
    .map((piece, at) => {
      if (at % 2 === 0)
        return classes.length > 0 ? `<tspan class="${classes.join(' ')}">${escaped(piece)}</tspan>` : escaped(piece);
      const codes = piece.split(';').map(Number);
      classes = codes.flatMap((code) => names[code] ?? []);
      return '';
    })
    .join('');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
