/** The longest name of a website that is counted. */
const longest = 100;
const shape = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** The host of a website as a player says it, in lower case; undefined for what is no host, or is too long. */
export const siteIn = (written: string): string | undefined => {
  if (written.length > longest) return undefined;
  const host = written.toLowerCase();
  return shape.test(host) ? host : undefined;
};
