import { saveFile } from '#web/lib/save-file.ts';
import type { ChartSeries } from './chart-data.ts';
import { colorClass } from './series-color.ts';

const scale = 2;
const margin = 24;
const head = 76;
const foot = 40;
const noteHeight = 18;
/** Computed styles that are inlined, because style sheets do not apply inside an image. */
const shapeStyles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
];
const textStyles = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'font-variant-numeric'];

/** The texts around the chart; `notes` explain the numbered marks. */
export type ChartCaption = { title: string; period: string; series: readonly ChartSeries[]; notes: readonly string[] };

/** Saves a chart as a PNG at twice its size, with its title, period, legend and notes. */
export const saveChartPng = async (fileName: string, svg: SVGSVGElement, words: ChartCaption): Promise<void> => {
  const { width, height } = svg.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.font = noteFont(svg);
  const notes = words.notes.flatMap((note) => wrapText(width, note, (text) => pen.measureText(text).width));
  canvas.width = (width + 2 * margin) * scale;
  canvas.height = (height + head + foot + notes.length * noteHeight) * scale;
  const picture = await imageOf(svg, width, height);
  pen.scale(scale, scale);
  pen.fillStyle = styleOf(svg, '--surface') || '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  writeHeading(pen, svg, words);
  pen.drawImage(picture, margin, head, width, height);
  if (words.series.length > 1) writeLegend(pen, svg, words.series, head + height + 20);
  writeNotes(pen, svg, notes, head + height + foot);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveFile(blob, `${fileName}.png`);
};

const styleOf = (element: Element, property: string): string =>
  getComputedStyle(element).getPropertyValue(property).trim();

const writeHeading = (pen: CanvasRenderingContext2D, svg: SVGSVGElement, { title, period }: ChartCaption): void => {
  const family = styleOf(svg, 'font-family');
  pen.textBaseline = 'top';
  pen.fillStyle = styleOf(svg, '--mantine-color-text');
  pen.font = `650 18px ${family}`;
  pen.fillText(title, margin, 20);
  pen.fillStyle = styleOf(svg, '--mantine-color-dimmed');
  pen.font = `13px ${family}`;
  pen.fillText(period, margin, 46);
};

const writeLegend = (
  pen: CanvasRenderingContext2D,
  svg: SVGSVGElement,
  series: readonly ChartSeries[],
  y: number,
): void => {
  pen.font = `13px ${styleOf(svg, 'font-family')}`;
  pen.textBaseline = 'middle';
  let x = margin;
  series.forEach(({ name, label = name }, i) => {
    pen.fillStyle = colorOf(svg, colorClass(series, i));
    pen.fillRect(x, y - 5, 10, 10);
    pen.fillStyle = styleOf(svg, '--mantine-color-text');
    pen.fillText(label, x + 16, y);
    x += 16 + pen.measureText(label).width + 20;
  });
};

const noteFont = (svg: SVGSVGElement): string => `12px ${styleOf(svg, 'font-family')}`;

const writeNotes = (pen: CanvasRenderingContext2D, svg: SVGSVGElement, lines: readonly string[], y: number): void => {
  pen.font = noteFont(svg);
  pen.textBaseline = 'top';
  pen.fillStyle = styleOf(svg, '--mantine-color-dimmed');
  lines.forEach((line, i) => pen.fillText(line, margin, y + i * noteHeight));
};

/** Wraps a text into lines of at most `width`. */
const wrapText = (width: number, text: string, widthOf: (line: string) => number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

/** The colour of a series class in the current theme. */
const colorOf = (svg: SVGSVGElement, className: string): string => {
  const probe = document.createElement('span');
  probe.className = className;
  probe.style.color = 'var(--series)';
  svg.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const imageOf = async (svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> => {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg, width, height))}`;
  await image.decode();
  return image;
};

/** The SVG with its computed styles inlined and without the cursor. */
const standalone = (svg: SVGSVGElement, width: number, height: number): string => {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  copies.forEach((element, i) => {
    const original = originals[i];
    if (!original) return;
    const style = getComputedStyle(original);
    const isText = element.tagName === 'text';
    for (const name of isText ? [...shapeStyles, ...textStyles] : shapeStyles)
      element.setAttribute(name, style.getPropertyValue(name));
    if (element.tagName === 'stop') {
      element.setAttribute('stop-color', style.getPropertyValue('stop-color'));
      element.setAttribute('stop-opacity', style.getPropertyValue('stop-opacity'));
    }
  });
  copy.querySelectorAll('[data-cursor]').forEach((element) => element.remove());
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
};
