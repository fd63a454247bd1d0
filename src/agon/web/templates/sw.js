// Shows a letter of the server, and leads to the table it is about.

self.addEventListener("push", (event) => {
  const { title, text, href } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: href, data: { href } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.href));
});
