/** Shows the brand's mark behind each cover (`data-art`) that fails to load, before or after this script ran. */
export const replaceBroken = (): void => {
  for (const cover of document.querySelectorAll<HTMLImageElement>('[data-art]')) watch(cover);
};

const watch = (cover: HTMLImageElement): void => {
  const replace = (): void => {
    const mark = cover.nextElementSibling;
    if (!(mark instanceof HTMLElement)) return;
    cover.hidden = true;
    mark.hidden = false;
  };
  if (cover.complete && cover.naturalWidth === 0) replace();
  cover.addEventListener('error', replace);
};
