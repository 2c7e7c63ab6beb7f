/* The parts of the raw data pages that load after the form. */

export { ColumnDefinitions } from './ColumnWords.tsx';
export { EmailedFiles } from './MailedFiles.tsx';
export { SessionsPreview } from './SessionsPreview.tsx';
