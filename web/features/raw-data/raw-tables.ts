/* The parts of the raw data pages that load after the form. */

export { ColumnWords } from './ColumnWords.tsx';
export { MailedFiles } from './MailedFiles.tsx';
export { SessionsPreview } from './SessionsPreview.tsx';
