import { UnstyledButton } from '@mantine/core';
import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import classes from './DropMenu.module.css';

type DropMenuProps = {
  /** Content of the button. */
  button: ReactNode;
  buttonClass?: string | undefined;
  /** Accessible name of the menu. */
  label: string;
  /** The edge of the button the menu aligns to. */
  side: 'start' | 'end';
  /** Renders above everything, for a button within a scroll container; scrolling closes it. */
  floats?: boolean;
  width: number;
  /** Content above the items. */
  head?: ReactNode;
  children: ReactNode;
};

const CloseContext = createContext<() => void>(() => undefined);

/** A lightweight menu that is part of the initial bundle, with standard menu keys. */
export const DropMenu = (props: DropMenuProps) => {
  const { button, buttonClass, label, side, width, floats = false, head, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [position, setPosition] = useState<CSSProperties>({});
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = (): void => {
    if (root.current?.contains(document.activeElement)) target()?.focus({ preventScroll: true });
    setOpen(false);
  };
  const target = (): HTMLElement | null | undefined => root.current?.querySelector<HTMLElement>('[aria-haspopup=menu]');
  useEffect(() => {
    if (!isOpen) return undefined;
    itemsOf(root.current)[0]?.focus({ preventScroll: true });
    const onOutsidePointer = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const onScroll = (event: Event): void => {
      if (floats && event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutsidePointer);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('pointerdown', onOutsidePointer);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [isOpen, floats]);
  const open = (): void => {
    const box = target()?.getBoundingClientRect();
    if (floats && box) setPosition(positionBy(box));
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' || event.target !== target()) return;
      event.preventDefault();
      return open();
    }
    if (event.key === 'Tab') return close();
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    const items = itemsOf(root.current);
    const next = items[nextIndex(event.key, items, document.activeElement)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={root} className={classes.root} onKeyDown={onKeyDown}>
      <UnstyledButton
        className={buttonClass}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close() : open())}
      >
        {button}
      </UnstyledButton>
      {isOpen && (
        <div
          className={classes.panel}
          data-side={side}
          data-floats={floats || undefined}
          style={{ width, ...position }}
        >
          {head}
          <CloseContext value={close}>
            <div role="menu" id={id} aria-label={label} className={classes.menu}>
              {children}
            </div>
          </CloseContext>
        </div>
      )}
    </div>
  );
};

type ItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  /** Whether this radio item is checked; choosing it keeps the menu open. */
  radio?: boolean;
  /** Whether this checkbox item is checked; choosing it keeps the menu open. */
  checkbox?: boolean;
  disabled?: boolean;
  danger?: boolean;
  onClick?: () => void;
  /** Renders the item as a link with the given props. */
  link?: (props: LinkItemProps) => ReactNode;
};
type LinkItemProps = { role: string; tabIndex: number; className: string; onClick: () => void; children: ReactNode };

/** A menu item. */
export const DropItem = ({ icon, children, radio, checkbox, disabled, danger, onClick, link }: ItemProps) => {
  const close = use(CloseContext);
  const staysOpen = radio !== undefined || checkbox !== undefined;
  const choose = (): void => {
    if (!staysOpen) close();
    onClick?.();
  };
  const content = (
    <>
      {icon}
      <span className={classes.text}>{children}</span>
    </>
  );
  if (link)
    return link({ role: 'menuitem', tabIndex: -1, className: classes.item ?? '', onClick: choose, children: content });
  return (
    <button
      type="button"
      role={radio !== undefined ? 'menuitemradio' : checkbox !== undefined ? 'menuitemcheckbox' : 'menuitem'}
      aria-checked={staysOpen ? (radio ?? checkbox) : undefined}
      tabIndex={-1}
      disabled={disabled}
      data-danger={danger || undefined}
      className={classes.item}
      onClick={choose}
    >
      {content}
    </button>
  );
};

/** A labelled group of menu items. */
export const DropGroup = ({ label, children }: { label?: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className={classes.group}>
    {label !== undefined && (
      <div className={classes.label} aria-hidden>
        {label}
      </div>
    )}
    {children}
  </div>
);

const itemsOf = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? []),
];

/** Aligned to the inline end of the button; above it if there is no room below. */
const positionBy = ({ left, right, top, bottom }: DOMRect): CSSProperties => ({
  insetInlineEnd: document.documentElement.dir === 'rtl' ? left : document.documentElement.clientWidth - right,
  ...(bottom + 260 > innerHeight && top > 260 ? { bottom: innerHeight - top + 6, top: 'auto' } : { top: bottom + 6 }),
});

/** Arrow keys wrap around, Home and End go to the ends, a letter goes to the next item that starts with it. */
const nextIndex = (key: string, items: readonly HTMLElement[], at: Element | null): number => {
  const current = items.indexOf(at as HTMLElement);
  if (key === 'ArrowDown') return (current + 1) % items.length;
  if (key === 'ArrowUp') return (current - 1 + items.length) % items.length;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if ([...key].length !== 1 || key === ' ') return -1;
  const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  const match = after.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
  return match ? items.indexOf(match) : -1;
};
