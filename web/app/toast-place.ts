import { boxesOf, controlsOf, isControl, textsOf, type Box } from './covered-boxes.ts';

/** Below the header of the page, px. */
const belowHeader = 64;
const gapPx = 8;
/** After the last step of scrolling, so that toasts do not jump while it lasts. */
const scrolledMs = 100;
/** Windows in which toasts are as wide as the page and appear at its bottom (`global.css`). */
const narrow = '(max-width: 47.99em)';

/**
 * The first place between `from` and `to` where a box of this width and height covers none of the others, px from the
 * edge of the window where toasts appear; undefined if there is none.
 */
export const freePlace = (
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

/** Boxes as seen from the bottom of a window of this height. */
export const fromBottom = (boxes: readonly Box[], height: number): Box[] =>
  boxes.map(({ left, right, top, bottom }) => ({ left, right, top: height - bottom, bottom: height - top }));

/**
 * While toasts are shown: keeps them where they cover neither a control nor a text, or at least no control, whenever
 * something may have moved: as near to the top of the window as possible, in narrow windows to its bottom, above the bars
 * there. Where every place covers a control they let clicks through, and fade while the pointer is over it. Returns how
 * to stop.
 */
export const keepToastsOffControls = (): (() => void) => {
  const root = document.documentElement;
  const isNarrow = window.matchMedia(narrow);
  let placed: { at: number; isClear: boolean; page: string } | undefined;
  const place = (): void => {
    const { left, right, height } = boxOfToasts();
    if (height === 0) return;
    const seen = (boxes: readonly Box[]): readonly Box[] =>
      isNarrow.matches ? fromBottom(boxes, window.innerHeight) : boxes;
    const [first, to] = isNarrow.matches
      ? [gapPx, window.innerHeight - belowHeader]
      : [belowHeader, window.innerHeight - gapPx];
    const bars = seen(boxesOf(document, '[data-bar]'));
    const controls = [...bars, ...seen(controlsOf(document))];
    const all = [...controls, ...seen(textsOf(document))];
    const find = (others: readonly Box[], from = first) => freePlace({ left, right, height }, others, { from, to });
    const isFreeOf = (others: readonly Box[]) => placed !== undefined && find(others, placed.at) === placed.at;
    const page = window.location.pathname;
    // A person may be reading them: they move only off what has come below them.
    const stays = isFreeOf(all) || (isFreeOf(controls) && placed?.isClear === false && placed.page === page);
    if (!stays) {
      const clear = find(all);
      const at = clear ?? find(controls) ?? find(bars) ?? first;
      placed = { at, isClear: clear !== undefined, page };
    }
    root.style.setProperty('--toasts-place', `${String(placed?.at ?? first)}px`);
    root.toggleAttribute('data-toasts-let-through', !isFreeOf(controls));
  };
  const restart = (): void => {
    placed = undefined;
    place();
  };
  const stop = watchLayout(place);
  const fade = ({ clientX, clientY }: PointerEvent): void => {
    const box = root.hasAttribute('data-toasts-let-through') ? boxOfToasts() : undefined;
    const isOver = box && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    const under = isOver ? document.elementFromPoint(clientX, clientY) : null;
    root.toggleAttribute('data-toasts-faded', under !== null && !under.closest('.toasts') && isControl(under));
  };
  place();
  isNarrow.addEventListener('change', restart);
  window.addEventListener('pointermove', fade);
  return () => {
    stop();
    isNarrow.removeEventListener('change', restart);
    window.removeEventListener('pointermove', fade);
    root.style.removeProperty('--toasts-place');
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
