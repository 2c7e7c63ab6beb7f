let pen: CanvasRenderingContext2D | null | undefined;

/** The width of an axis label in pixels; an estimate if it cannot be measured. */
export const textWidth = (text: string): number => {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 7;
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
};
