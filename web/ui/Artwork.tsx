import classes from './Artwork.module.css';
import { Picture } from './Picture.tsx';

type ArtworkProps = { name: string; src?: string | undefined; size: number };

/** An image, or a placeholder derived from the name if the image is missing or broken. */
export const Artwork = ({ name, src, size }: ArtworkProps) => {
  const hue = hueOf(name);
  const style = { width: size, height: size, fontSize: size * 0.36, '--hue': hue } as React.CSSProperties;
  const placeholder = (
    <span className={classes.placeholder} style={style} aria-hidden>
      {initials(name)}
    </span>
  );
  if (src === undefined) return placeholder;
  return <Picture className={classes.image} style={style} src={src} instead={placeholder} />;
};

/** The initials of a name's first two words. */
export const initials = (name: string): string =>
  name
    .split(/[\s._()-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
