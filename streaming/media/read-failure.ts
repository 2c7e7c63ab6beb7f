/** Why a file can't be read, without naming a path. */
export const readFailure = ({ code }: NodeJS.ErrnoException): string => {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its file is missing';
  if (code === 'EACCES' || code === 'EPERM') return 'its file is not readable (permissions)';
  return `its file could not be read (${code ?? 'unknown error'})`;
};
