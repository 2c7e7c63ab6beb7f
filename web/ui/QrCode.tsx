import { encode } from 'uqr';
import classes from './QrCode.module.css';

/** A link as a QR code, for posters and telephones. */
export const QrCode = ({ link, name }: { link: string; name: string }) => {
  const { size, data } = encode(link, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.root}
      role="img"
      aria-label={`QR code of the link to ${name}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
