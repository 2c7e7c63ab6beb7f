import { placeholdersWithin } from './Picture.tsx';
import classes from './RichText.module.css';

/**
 * The one place that sets HTML: rich text that people wrote, which the server has sanitized. `inline` is for
 * the small forms of a post, where headings and pictures would be too much.
 */
export const RichText = ({ html, inline = false }: { html: string; inline?: boolean }) => (
  <div
    {...placeholdersWithin}
    className={classes.root}
    data-inline={inline || undefined}
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
