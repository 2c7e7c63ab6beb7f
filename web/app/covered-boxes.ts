/** What a person presses or types into: toasts must not cover it. */
const controls = [
  ...['a[href]', 'button', 'input', 'select', 'textarea', 'summary', 'iframe', '[contenteditable="true"]'],
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'option', 'radio', 'slider', 'switch', 'tab'].map(
    (role) => `[role="${role}"]`,
  ),
].join();
const pictures = 'img, svg, canvas, video';

/** An area of the window, px. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Whether an element is a control or within one. */
export const isControl = (element: Element): boolean => element.closest(controls) !== null;

/** The boxes of the controls in the window; of the open dialog alone if there is one, as it covers the others. */
export const controlsOf = (page: Document): Box[] => boxesOf(frontOf(page), controls);

/** The boxes of the texts and pictures in the window, or in the open dialog. */
export const textsOf = (page: Document): Box[] => {
  const front = frontOf(page);
  const boxes = boxesOf(front, pictures);
  const texts = page.createTreeWalker(front instanceof Document ? page.body : front, NodeFilter.SHOW_TEXT);
  const range = page.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.textContent?.trim() || text.parentElement?.closest('.toasts')) continue;
    range.selectNodeContents(text);
    boxes.push(...[...range.getClientRects()].filter(isInWindow));
  }
  return boxes;
};

/** The boxes of the visible elements in the window that match a selector, but those of toasts. */
export const boxesOf = (within: ParentNode, selector: string): Box[] =>
  [...within.querySelectorAll(selector)]
    .filter((one) => !one.closest('.toasts') && one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(isInWindow);

const frontOf = (page: Document): Document | Element => {
  const dialogs = [...page.querySelectorAll('[role="dialog"][aria-modal="true"]')];
  return dialogs.findLast((one) => one.checkVisibility()) ?? page;
};

const isInWindow = ({ width, height, top, bottom }: DOMRect): boolean =>
  width > 1 && height > 1 && bottom > 0 && top < window.innerHeight;
