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
  /** What stands on the button. */
  button: ReactNode;
  buttonClass?: string | undefined;
  /** What the menu is called for those who don't see it. */
  label: string;
  /** The edge of the button that the menu keeps to. */
  side: 'start' | 'end';
  /** Over everything, for a button within something that scrolls; scrolling closes it. */
  floats?: boolean;
  width: number;
  /** Above the items, and not one of them. */
  head?: ReactNode;
  children: ReactNode;
};

const CloseContext = createContext<() => void>(() => undefined);

/** A menu of the frame of the page: small enough to be there from the beginning, by the keys that menus have. */
export const DropMenu = (props: DropMenuProps) => {
  const { button, buttonClass, label, side, width, floats = false, head, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<CSSProperties>({});
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
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const scrolled = (event: Event): void => {
      if (floats && event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('scroll', scrolled, { capture: true });
    };
  }, [isOpen, floats]);
  const open = (): void => {
    const box = target()?.getBoundingClientRect();
    if (floats && box) setPlace(placeBy(box));
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
        <div className={classes.panel} data-side={side} data-floats={floats || undefined} style={{ width, ...place }}>
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
  /** One of several of which one holds; choosing it leaves the menu open. */
  radio?: boolean;
  /** Switched by itself; choosing it leaves the menu open. */
  checkbox?: boolean;
  disabled?: boolean;
  danger?: boolean;
  onClick?: () => void;
  /** Draws the item as a link, with what it is given. */
  link?: (props: LinkItemProps) => ReactNode;
};
type LinkItemProps = { role: string; tabIndex: number; className: string; onClick: () => void; children: ReactNode };

/** One thing to choose. */
export const DropItem = ({ icon, children, radio, checkbox, disabled, danger, onClick, link }: ItemProps) => {
  const close = use(CloseContext);
  const stays = radio !== undefined || checkbox !== undefined;
  const choose = (): void => {
    if (!stays) close();
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
      aria-checked={stays ? (radio ?? checkbox) : undefined}
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

/** Items that belong together, under their name. */
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

/** By the end of the button that words end at; above it where there is no room below. */
const placeBy = ({ left, right, top, bottom }: DOMRect): CSSProperties => ({
  insetInlineEnd: document.documentElement.dir === 'rtl' ? left : document.documentElement.clientWidth - right,
  ...(bottom + 260 > innerHeight && top > 260 ? { bottom: innerHeight - top + 6, top: 'auto' } : { top: bottom + 6 }),
});

/** Arrow keys go round, Home and End to the ends, a letter to the next item that begins with it. */
const nextIndex = (key: string, items: readonly HTMLElement[], at: Element | null): number => {
  const here = items.indexOf(at as HTMLElement);
  if (key === 'ArrowDown') return (here + 1) % items.length;
  if (key === 'ArrowUp') return (here - 1 + items.length) % items.length;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if ([...key].length !== 1 || key === ' ') return -1;
  const after = [...items.slice(here + 1), ...items.slice(0, here + 1)];
  const found = after.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
  return found ? items.indexOf(found) : -1;
};
