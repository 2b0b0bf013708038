/**
 * As much of a browser's DOM as the page uses. The project is compiled without the DOM's own types: they would make global names
 * such as `name` and `event` legal in every file.
 */
export interface PageElement {
  textContent: string | null;
  hidden: boolean;
  disabled: boolean;
  value: string;
  readonly children: ArrayLike<PageElement>;
  readonly lastElementChild: PageElement | null;
  append(...children: (PageElement | string)[]): void;
  remove(): void;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  getBoundingClientRect(): { readonly left: number; readonly width: number };
  focus(): void;
  /** Of a dialog. */
  showModal(): void;
  close(): void;
}

export interface PageEvent {
  readonly clientX: number;
  readonly data: string;
  preventDefault(): void;
}

export interface PageDocument {
  title: string;
  getElementById(id: string): PageElement | null;
  createElement(tag: string): PageElement;
  createElementNS(space: string, tag: string): PageElement;
}

export interface PageEventSource {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  close(): void;
}

/** What the page takes from its window. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly EventSource: new (address: string) => PageEventSource;
  fetch(
    address: string,
    request: { method: string; headers: Record<string, string>; body: string },
  ): Promise<{ readonly ok: boolean; json(): Promise<unknown> }>;
  setInterval(callback: () => void, ms: number): unknown;
}
