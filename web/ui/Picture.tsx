import { useState, type ComponentProps, type ReactNode } from 'react';
import classes from './Picture.module.css';

type PictureProps = Omit<ComponentProps<'img'>, 'src'> & {
  src: string;
  /** Fallback for a broken image; by default a neutral placeholder of the same size. */
  instead?: ReactNode;
};

const brokenLabel = 'Image not available';

/** The only component that renders images (the linter enforces it): a broken one falls back to a placeholder (spec §2). */
export const Picture = ({ instead, onError, ...image }: PictureProps) => {
  const [broken, setBroken] = useState<string>();
  if (broken === image.src)
    return (
      instead ?? (
        <span
          className={`${classes.broken} ${image.className ?? ''}`}
          style={image.style}
          role="img"
          aria-label={brokenLabel}
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
  placeholder.ariaLabel = image.alt || brokenLabel;
  image.replaceWith(placeholder);
};

/** The same fallback for images in inserted HTML: props for the element around it. */
export const placeholdersWithin = {
  onErrorCapture: ({ target }: { target: EventTarget }): void => {
    if (target instanceof HTMLImageElement) replace(target);
  },
  /** Handles images that failed before they were mounted. */
  ref: (element: HTMLElement | null): void => {
    for (const image of element?.querySelectorAll('img') ?? [])
      if (image.complete && image.naturalWidth === 0) replace(image);
  },
};
