/** Styles that a picture outside the page would lose. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
] as const;

const MARGIN = 16;
const HEAD = 30;
const FOOT = 26;
const SCALE = 2;

/** The drawing as an SVG file of its own, on the ground of the page, with the title above and the source below. */
function standalone(
  svg: SVGSVGElement,
  title: string,
  note: string,
  rtl: boolean,
): { text: string; width: number; height: number } {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const name of STYLES) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
    copies[index]?.removeAttribute('class');
  }
  const page = getComputedStyle(document.body);
  const root = getComputedStyle(document.documentElement);
  const full = { width: width + 2 * MARGIN, height: height + HEAD + FOOT + 2 * MARGIN };
  const made = (name: string, attributes: Record<string, string | number>, text?: string): SVGElement => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const outer = made('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    ...full,
    viewBox: `0 0 ${full.width} ${full.height}`,
  });
  const words = {
    'font-family': page.fontFamily,
    'text-anchor': rtl ? 'end' : 'start',
    x: rtl ? full.width - MARGIN : MARGIN,
  };
  outer.append(
    made('rect', { ...full, fill: root.getPropertyValue('--background') }),
    made(
      'text',
      { ...words, y: MARGIN + 14, 'font-size': 15, 'font-weight': 600, fill: root.getPropertyValue('--foreground') },
      title,
    ),
    made(
      'text',
      { ...words, y: full.height - MARGIN, 'font-size': 11, fill: root.getPropertyValue('--muted-foreground') },
      note,
    ),
  );
  const place = made('g', { transform: `translate(${MARGIN} ${MARGIN + HEAD})` });
  place.append(...copy.childNodes);
  outer.append(place);
  return { text: new XMLSerializer().serializeToString(outer), ...full };
}

/** The drawing as a PNG at twice its size. */
export async function pictureOf(svg: SVGSVGElement, title: string, note: string, rtl: boolean): Promise<Blob> {
  const { text, width, height } = standalone(svg, title, note, rtl);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, refuse) =>
    canvas.toBlob((blob) => (blob ? done(blob) : refuse(new Error('The picture could not be made'))), 'image/png'),
  );
}
