import { useState, type ComponentProps, type ReactNode } from 'react';
import classes from './Picture.module.css';

type PictureProps = Omit<ComponentProps<'img'>, 'src'> & {
  src: string;
  /** What is shown where the picture can't be; a neutral placeholder of the same size unless said otherwise. */
  instead?: ReactNode;
};

const words = 'The picture can’t be shown';

/** The one element that shows a picture (the linter holds it): a broken one falls back to a placeholder (spec §2). */
export const Picture = ({ instead, onError, ...image }: PictureProps) => {
  const [broken, setBroken] = useState<string>();
  if (broken === image.src)
    return (
      instead ?? (
        <span
          className={`${classes.broken} ${image.className ?? ''}`}
          style={image.style}
          role="img"
          aria-label={words}
        />
      )
    );
  return (
    <img
      alt=""
      {...image}
      onError={(event) => {
        setBroken(image.src);
        onError?.(event);
      }}
    />
  );
};

const replace = (image: HTMLImageElement): void => {
  const placeholder = document.createElement('span');
  placeholder.className = classes.broken ?? '';
  placeholder.role = 'img';
  placeholder.ariaLabel = image.alt || words;
  image.replaceWith(placeholder);
};

/** The same for the pictures within HTML that is set: what the element around them is given. */
export const placeholdersWithin = {
  onErrorCapture: ({ target }: { target: EventTarget }): void => {
    if (target instanceof HTMLImageElement) replace(target);
  },
  /** A picture may have failed before it came into the page. */
  ref: (element: HTMLElement | null): void => {
    for (const image of element?.querySelectorAll('img') ?? [])
      if (image.complete && image.naturalWidth === 0) replace(image);
  },
};
