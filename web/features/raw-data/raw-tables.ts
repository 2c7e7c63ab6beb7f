/* The parts of the raw data pages that load after the form. */

export { ColumnDefinitions } from './ColumnDefinitions.tsx';
export { EmailedFiles } from './EmailedFiles.tsx';
export { SessionsPreview } from './SessionsPreview.tsx';
