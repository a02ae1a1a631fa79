import { readFileSync } from 'node:fs';
import { extendTailwindMerge } from 'tailwind-merge';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { cn } from '../../../src/lib/cn.ts';
import { buttonStyles } from '../../../src/ui/button-styles.ts';
import { readSources } from '../../support/sources.ts';

/** Groups the classes that set the same property; nothing in the browser does. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: [
        'ui',
        'clock',
        'md',
        '2xs',
        'caption',
        'note',
        'lead',
        'control',
        'intro',
        'subtitle',
        'display-sm',
        'display-lg',
      ],
      tracking: ['heading'],
      'font-weight': ['530', '540', '580'],
      radius: ['4', '6', '9'],
      container: ['page', 'form', '52ch', '56ch', '60ch', '70ch'],
    },
    classGroups: {
      'font-size': [{ heading: ['page', 'section', 'item'] }],
      'grid-cols': [{ cols: ['1fr-auto', 'auto-1fr', 'auto-main', 'auto-main-auto', 'main-240', 'main-336'] }],
    },
  },
});

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const files = readSources('src', /\.tsx?$/u)
  .filter(({ path }) => !path.endsWith('.gen.ts') && !path.endsWith('lib/cn.ts'))
  .map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => text.includes('className') || text.includes('cn('))
  .map(({ path, text }) => ({ path, text, program: parseAst(text, { lang: 'tsx' }) as unknown as Node }));

const BUTTONS = (['ink', 'money', 'outline', 'quiet', 'destructive', 'link'] as const).flatMap((variant) =>
  (variant === 'link' ? (['inline'] as const) : (['default', 'large', 'icon', 'small'] as const)).map((size) =>
    buttonStyles({ variant, size }),
  ),
);

/** Constants of classes by name, wherever they stand. */
const constants = new Map<string, Node>();
for (const { program } of files)
  for (const node of program['body'] as Node[]) {
    const declared = node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const one of declared['declarations'] as Node[])
      if (one['init']) constants.set(String((one['id'] as Node)['name']), one['init'] as Node);
  }

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);

const product = (lists: string[][]): string[] =>
  lists.reduce((before, list) => before.flatMap((start) => list.map((end) => `${start}${end}`)), ['']);

/** The texts an expression may have; what cannot be known is empty. */
function textsOf(node: Node | null | undefined): string[] {
  if (!node) return [''];
  if (node.type === 'Literal') return [typeof node['value'] === 'string' ? node['value'] : ''];
  if (node.type === 'ConditionalExpression')
    return [...textsOf(node['consequent'] as Node), ...textsOf(node['alternate'] as Node)];
  if (node.type === 'LogicalExpression')
    return node['operator'] === '&&'
      ? ['', ...textsOf(node['right'] as Node)]
      : [...textsOf(node['left'] as Node), ...textsOf(node['right'] as Node)];
  if (node.type === 'TemplateLiteral') {
    const holes = node['expressions'] as Node[];
    return product(
      (node['quasis'] as { value: { cooked: string } }[]).flatMap(({ value }, index) => [
        [value.cooked],
        textsOf(holes[index]),
      ]),
    );
  }
  if (node.type === 'ArrayExpression')
    return product((node['elements'] as Node[]).flatMap((one) => [textsOf(one), [' ']]));
  if (node.type === 'ObjectExpression')
    return (node['properties'] as Node[]).flatMap(({ value }) => textsOf(value as Node));
  if (node.type === 'MemberExpression') return oneOf(node['object'] as Node);
  if (node.type === 'TSAsExpression' || node.type === 'JSXExpressionContainer')
    return textsOf(node['expression'] as Node);
  if (node.type === 'Identifier') return textsOf(constants.get(String(node['name'])));
  if (node.type === 'CallExpression') {
    const name = (node['callee'] as Node)['name'];
    if (name === 'buttonStyles') return BUTTONS;
    if (name === 'cn') return product((node['arguments'] as Node[]).flatMap((one) => [textsOf(one), [' ']]));
  }
  return [''];
}

/** The texts of one element of a table of classes. */
function oneOf(table: Node): string[] {
  if (table.type === 'TSAsExpression') return oneOf(table['expression'] as Node);
  if (table.type === 'ArrayExpression') return (table['elements'] as Node[]).flatMap((one) => textsOf(one));
  const named = table.type === 'Identifier' ? constants.get(String(table['name'])) : undefined;
  return named ? oneOf(named) : textsOf(table);
}

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean);
const lostIn = (text: string): string[] => {
  const kept = new Set(wordsOf(merge(text)));
  return wordsOf(text).filter((word) => !kept.has(word));
};
const isPassedOn = (node: Node): boolean =>
  node.type === 'Identifier'
    ? node['name'] === 'className'
    : node.type === 'MemberExpression' && String((node['property'] as Node)['name']) === 'className';

/** Every `cn(…)`, with the component around it and whether the caller's classes are passed on. */
const calls = files.flatMap(({ path, program }) => {
  const found: { path: string; component: string; texts: string[]; passesOn: boolean }[] = [];
  const visit = (node: Node, component: string): void => {
    const name = node.type === 'FunctionDeclaration' ? String((node['id'] as Node | null)?.['name']) : component;
    if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'cn')
      found.push({
        path,
        component: name,
        texts: textsOf(node),
        passesOn: (node['arguments'] as Node[]).some(isPassedOn),
      });
    for (const child of childrenOf(node)) visit(child, name);
  };
  visit(program, '');
  return found;
});

describe('class names', () => {
  it('are joined, without what is not there', () => {
    expect(cn('a', false, undefined, null, ['b', { c: true, d: false }])).toBe('a b c');
  });

  it('never set a property twice in a component', () => {
    expect(calls.length).toBeGreaterThan(60);
    const twice = calls.flatMap(({ path, component, texts }) => {
      const lost = new Set(texts.flatMap(lostIn));
      return lost.size > 0 ? [`${path} ${component}: ${[...lost].join(' ')}`] : [];
    });
    expect(twice, 'choose one of them by a condition').toEqual([]);
    expect(BUTTONS.flatMap(lostIn)).toEqual([]);
  });

  it('of a component are overridden by its caller with !', () => {
    const bases = new Map<string, string[]>();
    for (const { component, texts, passesOn } of calls)
      if (passesOn) bases.set(component, [...(bases.get(component) ?? []), ...texts]);
    expect(bases.size).toBeGreaterThan(30);
    const overridden = files.flatMap(({ path, program }) => {
      const found: string[] = [];
      const visit = (node: Node): void => {
        const base = node.type === 'JSXOpeningElement' ? bases.get(String((node['name'] as Node)['name'])) : undefined;
        const given = (base ? (node['attributes'] as Node[]) : []).find(
          (attribute) => attribute.type === 'JSXAttribute' && (attribute['name'] as Node)['name'] === 'className',
        );
        if (base && given) {
          const passed = textsOf(given['value'] as Node);
          const lost = new Set(base.flatMap((own) => passed.flatMap((more) => lostIn(`${own} ${more}`))));
          if (lost.size > 0) found.push(`${path} <${String((node['name'] as Node)['name'])}>: ${[...lost].join(' ')}`);
        }
        for (const child of childrenOf(node)) visit(child);
      };
      visit(program);
      return found;
    });
    expect(overridden).toEqual([]);
  });
});
