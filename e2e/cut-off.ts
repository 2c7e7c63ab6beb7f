import type { Frame, Page } from 'playwright-core';

/**
 * What a page, or a part of it, does not show whole, each as `element: why`: controls and texts beyond the edge of the window or of
 * a box that hides the rest, and boxes that scroll sideways. `sideways` selects boxes that may. A text that ends in … is whole.
 */
export const cutOff = (at: Page | Frame, sideways = ':not(*)'): Promise<string[]> =>
  at.evaluate((mayScroll) => {
    const tolerance = 1;
    const found = new Set<string>();
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`;
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth > innerWidth + tolerance)
      found.add(`the page scrolls sideways to ${String(root.scrollWidth)}`);
    const scrollsDown = root.scrollHeight > innerHeight && getComputedStyle(document.body).overflowY !== 'hidden';
    const check = (element: Element): void => {
      const own = element.getBoundingClientRect();
      // Those for screen readers alone have a size of one pixel.
      if (own.width <= 1 || own.height <= 1) return;
      let [x, y] = [true, !scrollsDown];
      for (let box = element.parentElement; box && box !== document.documentElement; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (overflowX !== 'visible' && box !== document.body) {
          const scrolls = overflowX === 'auto' || overflowX === 'scroll';
          if (scrolls && box.scrollWidth > box.clientWidth + tolerance && !box.matches(mayScroll))
            found.add(`${nameOf(box).slice(0, 30)}: scrolls sideways`);
          if (scrolls) x = false;
          else if (x && (own.left < edge.left - tolerance || own.right > edge.right + tolerance))
            found.add(`${nameOf(element)}: is cut off at a side of ${box.tagName.toLowerCase()}.${box.className}`);
        }
        if (overflowY === 'auto' || overflowY === 'scroll') y = false;
        else if (overflowY !== 'visible' && box !== document.body)
          if (y && (own.top < edge.top - tolerance || own.bottom > edge.bottom + tolerance))
            found.add(`${nameOf(element)}: is cut off above or below in ${box.tagName.toLowerCase()}.${box.className}`);
        if (position === 'fixed') break;
      }
      if (x && (own.left < -tolerance || own.right > innerWidth + tolerance))
        found.add(`${nameOf(element)}: is beside the window`);
      if (y && (own.top < -tolerance || own.bottom > innerHeight + tolerance))
        found.add(`${nameOf(element)}: is above or below the window`);
    };
    const seen = 'button, a[href], input, select, textarea, summary, h1, h2, h3, p, li, label, time';
    for (const element of document.querySelectorAll(seen))
      if (element.checkVisibility({ visibilityProperty: true })) check(element);
    return [...found];
  }, sideways);
