/** A storage key is letters, digits, dots, dashes and underscores in folders, never upwards: ours, not a user's. Throws. */
export const checkKey = (key: string): string => {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(key) || key.length > 500) throw new Error(`Not a storage key: ${key}`);
  return key;
};
