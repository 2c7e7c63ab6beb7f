/** What a person presses or types into: toasts must not cover it. */
const controls = [
  ...['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[contenteditable="true"]'],
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'option', 'radio', 'slider', 'switch', 'tab'].map(
    (role) => `[role="${role}"]`,
  ),
].join();
/** Below the header of the page, px. */
const firstTop = 64;
const gapPx = 8;
/** After the last step of scrolling, so that toasts do not jump while it lasts. */
const scrolledMs = 100;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The topmost place between `from` and `to` where a box of this width and height covers none of the others, px from the
 * top of the window; undefined if there is none.
 */
export const freeTop = (
  box: { left: number; right: number; height: number },
  others: readonly Box[],
  { from, to }: { from: number; to: number },
): number | undefined => {
  let top = from;
  const inItsColumn = others.filter(({ left, right }) => left < box.right && right > box.left);
  for (const other of inItsColumn.toSorted((one, next) => one.top - next.top)) {
    if (other.top - gapPx >= top + box.height) break;
    top = Math.max(top, other.bottom + gapPx);
  }
  return top + box.height <= to ? top : undefined;
};

/**
 * While toasts are shown: moves them down the edge of the window until they cover no control, whenever something may
 * have moved. Where there is no such place they stay at the top, let clicks through, and fade while the pointer is over
 * a control that they cover. Returns how to stop.
 */
export const keepToastsOffControls = (): (() => void) => {
  const root = document.documentElement;
  let top = firstTop;
  const place = (): void => {
    const { left, right, height } = boxOfToasts();
    if (height === 0) return;
    const others = controlsOf(document);
    const findFrom = (from: number) =>
      freeTop({ left, right, height }, others, { from, to: window.innerHeight - gapPx });
    // They stay where they are as long as nothing is there, as a person may be reading them.
    const free = findFrom(top) === top ? top : findFrom(firstTop);
    top = free ?? firstTop;
    root.style.setProperty('--toasts-top', `${String(top)}px`);
    root.toggleAttribute('data-toasts-let-through', free === undefined);
  };
  const stop = watchLayout(place);
  const fade = ({ clientX, clientY }: PointerEvent): void => {
    const box = root.hasAttribute('data-toasts-let-through') ? boxOfToasts() : undefined;
    const isOver = box && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    const under = isOver ? document.elementFromPoint(clientX, clientY) : null;
    root.toggleAttribute('data-toasts-faded', Boolean(under?.closest(controls)) && !under?.closest('.toasts'));
  };
  place();
  window.addEventListener('pointermove', fade);
  return () => {
    stop();
    window.removeEventListener('pointermove', fade);
    root.style.removeProperty('--toasts-top');
    root.removeAttribute('data-toasts-let-through');
    root.removeAttribute('data-toasts-faded');
  };
};

const toastsOf = (page: Document): Element | null => page.querySelector('.toasts[data-position="top-right"]');

/** Empty before the first toast is rendered. */
const boxOfToasts = (): DOMRect => toastsOf(document)?.getBoundingClientRect() ?? new DOMRect();

/** Calls `onChange` in the next frame after elements came, went, moved or changed their size. Returns how to stop. */
const watchLayout = (onChange: () => void): (() => void) => {
  const ended = new AbortController();
  let frame: number | undefined;
  let scrolled: ReturnType<typeof setTimeout> | undefined;
  let watched: Element | null = null;
  const changed = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      // They are rendered a moment after the first toast is known.
      const toasts = toastsOf(document);
      if (toasts && toasts !== watched) sizes.observe(toasts);
      watched = toasts;
      onChange();
    });
  };
  const elements = new MutationObserver(changed);
  elements.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(changed);
  sizes.observe(document.body);
  const passively = { capture: true, passive: true, signal: ended.signal };
  for (const event of ['resize', 'transitionend']) window.addEventListener(event, changed, passively);
  const onScroll = (): void => {
    clearTimeout(scrolled);
    scrolled = setTimeout(changed, scrolledMs);
  };
  window.addEventListener('scroll', onScroll, passively);
  return () => {
    ended.abort();
    elements.disconnect();
    sizes.disconnect();
    clearTimeout(scrolled);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
};

/** The boxes of the controls in the window; of the open dialog alone if there is one, as it covers the others. */
const controlsOf = (page: Document): Box[] => {
  const dialogs = [...page.querySelectorAll('[role="dialog"][aria-modal="true"]')].filter((one) =>
    one.checkVisibility(),
  );
  return [...(dialogs.at(-1) ?? page).querySelectorAll(controls)]
    .filter((one) => !one.closest('.toasts') && one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);
};
