/* What of raw data's pages comes after their choices. */

export { ColumnWords } from './ColumnWords.tsx';
export { MailedFiles } from './MailedFiles.tsx';
export { SessionsPreview } from './SessionsPreview.tsx';
