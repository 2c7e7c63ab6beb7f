/** The target size: `cover` crops the image to the shape, `contain` fits all of it within. */
export type ImageShape = { width: number; height: number; fit: 'cover' | 'contain' };

export type ImageEngine = {
  /**
   * Decodes a JPEG, PNG or WebP file and re-encodes it as WebP, so that uploaded bytes are never served.
   * Of animated images only the first frame is used; small images are not enlarged. Refuses `image.notImage`, and
   * `image.tooManyPixels` before decoding.
   */
  reencode(path: string, shape: ImageShape): Promise<{ data: Buffer; width: number; height: number }>;
  /** Width and height of a JPEG, PNG or WebP file by its header; it may still not decode. Refuses like `remake`. */
  measure(path: string): Promise<{ width: number; height: number }>;
  /**
   * Re-encodes as an RGB JPEG, uncropped and upright, at most `maxSide` pixels wide and high, transparency on white.
   * Refuses like `remake`.
   */
  jpeg(path: string, maxSide: number): Promise<{ data: Buffer; width: number; height: number }>;
  /** Re-encodes as PNG, which `draw` takes, at its own size. Refuses like `reencode`. */
  png(path: string): Promise<Buffer>;
  /** Draws an SVG document of ours as PNG; its texts in `{fonts}` of this machine, pictures from `data:` URLs of PNG. */
  draw(svg: string, size: { width: number; height: number }): Promise<Buffer>;
  /** Whether the fonts of this machine have all letters of a text. */
  canWrite(text: string): Promise<boolean>;
};
