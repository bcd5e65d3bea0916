/**
 * Writes the scripts of the pages with each template as JSX, which the type checker reads: what a component is given is
 * checked against what it takes. Lines stay where they are. Arguments: the folder of the scripts, one for the result.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { full } from 'acorn-walk';
import htm from 'htm';

const [scripts, result] = process.argv.slice(2);

/** The source of an expression. As the name of a spread it is kept by htm; in a text it is read as `${…}`. */
class Expression {
  constructor(source, line) {
    this[`...${line} ${source}`] = source;
    Object.defineProperty(this, 'source', { value: source });
    Object.defineProperty(this, 'line', { value: line });
  }

  toString() {
    return `\${${this.source}}`;
  }
}

/** Marks the line at which a source stood. */
const at = (line) => `\u0001${line}\u0001`;
const braced = (one) => `${at(one.line)}{${one.source}}`;

/** One element as JSX. */
function element(name, props, ...children) {
  const tag = name.source ?? name;
  const attributes = Object.entries(props ?? {}).map(([key, value]) => {
    if (key.startsWith('...')) {
      return ` ${at(Number.parseInt(key.slice(3), 10))}{...(${value})}`;
    }
    return value === true ? ` ${key}` : ` ${key}=${value.source === undefined ? `{\`${value}\`}` : braced(value)}`;
  });
  const inner = children.map((child) =>
    child.jsx ?? (child.source === undefined ? `{${JSON.stringify(child)}}` : braced(child)));
  return { jsx: `<${tag}${attributes.join('')}>${inner.join('')}</${tag}>` };
}

/** A source from one position to another, the templates within as JSX. */
function rewrite(source, templates, from, to) {
  let text = '';
  let done = from;
  for (const { start, end, quasi, loc } of templates) {
    if (start >= done && end <= to) {
      const statics = quasi.quasis.map((one) => one.value.cooked);
      const values = quasi.expressions.map((one, i) => {
        const begin = quasi.quasis[i].end + 2;
        const line = loc.start.line + source.slice(start, begin).split('\n').length - 1;
        return new Expression(rewrite(source, templates, begin, quasi.quasis[i + 1].start - 1), line);
      });
      const roots = [htm.bind(element)(statics, ...values)].flat().map((root) => root.jsx);
      const jsx = roots.length === 1 ? roots[0] : `<>${roots.join('')}</>`;
      text += `${source.slice(done, start)}(${jsx}${at(loc.end.line)})`;
      done = end;
    }
  }
  return text + source.slice(done, to);
}

/** Line breaks in place of the marks, so that each mark is in its line. */
function withLines(marked) {
  let line = 1;
  return marked.split(/\u0001(\d+)\u0001/).map((part, i) => {
    const text = i % 2 ? '\n'.repeat(Math.max(0, Number(part) - line)) : part;
    line += text.split('\n').length - 1;
    return text;
  }).join('');
}

rmSync(result, { recursive: true, force: true });
cpSync(scripts, result, { recursive: true });
for (const file of readdirSync(result, { recursive: true }).filter((one) => one.endsWith('.js'))) {
  const path = join(result, file);
  const source = readFileSync(path, 'utf8');
  const templates = [];
  full(parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), (node) => {
    if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'html') {
      templates.push(node);
    }
  });
  if (templates.length) {
    templates.sort((a, b) => a.start - b.start);
    rmSync(path);
    writeFileSync(`${path}x`, withLines(rewrite(source, templates, 0, source.length)));
  }
}
