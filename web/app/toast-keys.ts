import { notifications, notificationsStore } from '@mantine/notifications';
import { limits } from '#contract/rules/limits.ts';

const closeButton = '.mantine-Notification-closeButton';

/**
 * Makes toasts usable by keyboard: F8 moves the focus to the newest one, Escape dismisses the one with the focus, and
 * then the focus is back where it was. While one has the focus they all stay, as while the pointer is over one. Returns
 * how to stop.
 */
export const listenToToastKeys = (): (() => void) => {
  const ended = new AbortController();
  const listening = { capture: true, signal: ended.signal };
  let before: Element | null = null;
  const returnFocus = (): void => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const toast = toastOf(document.activeElement);
      if (event.key === 'F8') [...document.querySelectorAll<HTMLElement>(`.toasts ${closeButton}`)].at(-1)?.focus();
      else if (event.key === 'Escape' && toast) toast.querySelector<HTMLElement>(closeButton)?.click();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    listening,
  );
  document.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element) || !target.closest(`.toasts ${closeButton}`)) return;
      if (toastOf(document.activeElement)) returnFocus();
    },
    listening,
  );
  const moved = ({ type, target, relatedTarget }: FocusEvent): void => {
    const isToast = (one: EventTarget | null): boolean => one instanceof Element && toastOf(one) !== null;
    if (!isToast(target) || isToast(relatedTarget)) return;
    if (type === 'focusin') before = relatedTarget instanceof Element ? relatedTarget : null;
    pause(type === 'focusin');
  };
  document.addEventListener('focusin', moved, listening);
  document.addEventListener('focusout', moved, listening);
  return () => ended.abort();
};

const toastOf = (element: Element | null): Element | null => element?.closest('.toasts [role]') ?? null;

/** Toasts keep their time in `limits`; those of plans have a longer one. */
const pause = (isPaused: boolean): void =>
  notifications.updateState(notificationsStore, (shown) =>
    shown.map((one) => {
      const ms = one.id?.startsWith('failure.plan.') ? limits.planToastMs : limits.toastMs;
      return { ...one, autoClose: isPaused ? false : ms };
    }),
  );
