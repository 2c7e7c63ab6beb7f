/** Formats XML with one element per line, indented by depth; CDATA sections are unchanged. */
export const formatXml = (xml: string): string => {
  let depth = 0;
  const parts = xml.replace(/\r?\n/g, ' ').match(/<!\[CDATA\[.*?\]\]>|<[^>]+>|[^<]+/gs) ?? [];
  const lines: string[] = [];
  parts.forEach((part, i) => {
    const isTag = part.startsWith('<') && !part.startsWith('<![');
    const isEnd = part.startsWith('</');
    if (isEnd) depth -= 1;
    const follows = isEnd && !(parts[i - 1] ?? '').startsWith('</') && !(parts[i - 1] ?? '').endsWith('/>');
    if (!isTag || follows) lines.push((lines.pop() ?? '') + part.trim());
    else lines.push('  '.repeat(Math.max(0, depth)) + part);
    if (isTag && !isEnd && !part.endsWith('/>') && !part.startsWith('<?')) depth += 1;
  });
  return lines.join('\n');
};
