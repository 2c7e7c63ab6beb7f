let pen: CanvasRenderingContext2D | null | undefined;

/** How wide a text of an axis is, in pixels; about so where nothing can be measured. */
export const textWidth = (text: string): number => {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 7;
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
};
