/** What of a picture is kept: `cover` cuts it to the shape, `contain` keeps all of it within the bounds. */
export type ImageShape = { width: number; height: number; fit: 'cover' | 'contain' };

export type ImageEngine = {
  /**
   * Decodes a JPEG, PNG or WebP file and encodes it anew as WebP, so that nothing of the uploaded bytes is ever served.
   * Animated pictures keep their first frame; small ones are not blown up. Refuses `image.notImage`, and
   * `image.tooManyPixels` before decoding.
   */
  remake(path: string, shape: ImageShape): Promise<{ data: Buffer; width: number; height: number }>;
  /** Width and height of a JPEG, PNG or WebP file by its header, which is no proof that it can be decoded. Refuses as `remake`. */
  measure(path: string): Promise<{ width: number; height: number }>;
  /**
   * The same as a JPEG file of RGB, whole and upright, at most `widest` pixels wide and high; what could be seen through is
   * white. Refuses as `remake`.
   */
  jpeg(path: string, widest: number): Promise<{ data: Buffer; width: number; height: number }>;
};
