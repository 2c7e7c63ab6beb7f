const copiedMs = 2000;

/** Shows the buttons that copy a field or share the page, where the browser can. */
export const setUpShare = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) setUpCopy(button);
  const button = document.querySelector<HTMLButtonElement>('[data-share]');
  if (!button || typeof navigator.share !== 'function') return;
  button.hidden = false;
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
  button.addEventListener('click', () => {
    // Closing the device's sheet without sharing is no failure.
    navigator.share({ title: document.title, url }).catch(() => undefined);
  });
};

const setUpCopy = (button: HTMLButtonElement): void => {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${button.dataset['copy'] ?? ''}`);
  // Browsers have no clipboard on insecure pages.
  if (!field || !('clipboard' in navigator)) return;
  const text = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(field.value).then(
      () => {
        button.textContent = button.dataset['copied'] ?? '';
        setTimeout(() => (button.textContent = text), copiedMs);
      },
      () => field.select(),
    );
  });
};
