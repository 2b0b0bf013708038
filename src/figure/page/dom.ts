/**
 * As much of a browser's DOM as pages use. The project is compiled without the DOM's own types: they would make global
 * names such as `name` and `event` legal in every file.
 */
export interface PageElement {
  textContent: string | null;
  hidden: boolean;
  disabled: boolean;
  value: string;
  /** Of a range. */
  max: string;
  readonly tagName: string;
  readonly clientWidth: number;
  readonly children: ArrayLike<PageElement>;
  readonly lastElementChild: PageElement | null;
  append(...children: (PageElement | string)[]): void;
  replaceChildren(...children: (PageElement | string)[]): void;
  remove(): void;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  focus(): void;
  /** Of a dialog. */
  showModal(): void;
  close(): void;
  scrollIntoView(options: { readonly block: "nearest" }): void;
}

export interface PageCanvas extends PageElement {
  width: number;
  height: number;
  getContext(kind: "2d"): Pen;
}

/** What is drawn with. */
export interface Pen {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  clearRect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): Picture;
  createImageData(width: number, height: number): Picture;
  putImageData(picture: Picture, x: number, y: number): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  fill(): void;
  stroke(): void;
}

export interface Picture {
  readonly data: Uint8ClampedArray;
}

export interface PageEvent {
  readonly clientX: number;
  readonly clientY: number;
  /** Of a message. */
  readonly data: string;
  readonly key: string;
  readonly buttons: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: PageElement;
  preventDefault(): void;
}

export interface PageDocument {
  title: string;
  readonly body: PageElement;
  getElementById(id: string): PageElement | null;
  createElement(tag: string): PageElement;
  createElementNS(space: string, tag: string): PageElement;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}

/** A wish of the reader that may change: dark colours, less motion. */
export interface PageWish {
  readonly matches: boolean;
  addEventListener(type: "change", listener: () => void): void;
}

export interface PageEventSource {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  close(): void;
}

/** What pages take from their window. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly devicePixelRatio: number;
  readonly location: { readonly hash: string };
  matchMedia(query: string): PageWish;
  getComputedStyle(element: PageElement): { readonly color: string };
  requestAnimationFrame(callback: (now: number) => void): number;
  readonly EventSource: new (address: string) => PageEventSource;
  fetch(
    address: string,
    request: { method: string; headers: Record<string, string>; body: string },
  ): Promise<{ readonly ok: boolean; json(): Promise<unknown> }>;
  setInterval(callback: () => void, ms: number): unknown;
  addEventListener(type: string, listener: () => void): void;
}
