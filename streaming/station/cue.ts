/** Whether a title contains the text of a station's cues; `*` in it stands for anything, whatever the capitals. */
export const isCue = (title: string, text: string): boolean => {
  const parts = text.split('*').filter((part) => part.trim() !== '');
  if (parts.length === 0) return false;
  let from = 0;
  return parts.every((part) => {
    const at = title.toLowerCase().indexOf(part.toLowerCase(), from);
    from = at + part.length;
    return at >= 0;
  });
};
