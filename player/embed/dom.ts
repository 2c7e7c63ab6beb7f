const own = document.currentScript as HTMLScriptElement | null;

/** Loads a script that lies beside the one that runs; calls `loaded` then. One that fails may be loaded again. */
export const loadPart = (file: string, loaded: () => void, failed: () => void = () => undefined): void => {
  const script = make('script', { src: (own?.src ?? '').replace(/[^/]+$/, file), crossorigin: '' });
  script.addEventListener('load', loaded);
  script.addEventListener('error', () => (script.remove(), failed()));
  document.head.append(script);
};

/** Makes an element with attributes and children. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** A button that does `act`. */
export const button = (label: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement => {
  const element = make('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', act);
  return element;
};

/** A sign on a 24 × 24 grid; even parts of it are holes. */
export const icon = (line: string): SVGElement => {
  const [svg, path] = ['svg', 'path'].map((tag) => document.createElementNS('http://www.w3.org/2000/svg', tag)) as [
    SVGElement,
    SVGElement,
  ];
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('fill-rule', 'evenodd');
  path.setAttribute('d', line);
  svg.append(path);
  return svg;
};

/** The element with this id; the page has it. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;

/** Writes a text into the element with this id; without a text it is hidden. */
export const write = (id: string, text: string): void => {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === '';
};

/** Fills `{name}` of a text. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Copies a text, also in a frame without the permission to use the clipboard. */
export const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make('textarea', { class: 'sr' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
};
