import { placeholdersWithin } from './Picture.tsx';
import classes from './RichText.module.css';

/**
 * The only place that sets HTML: rich text written by users and sanitized by the server. `inline` is for small posts,
 * without headings and images.
 */
export const RichText = ({ html, inline = false }: { html: string; inline?: boolean }) => (
  <div
    {...placeholdersWithin}
    className={classes.root}
    data-inline={inline || undefined}
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
